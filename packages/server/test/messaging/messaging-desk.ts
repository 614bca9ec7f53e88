import type { Message, MessagingAccount, Ticket } from '@trunkline/contract';
import { startMeta, startTwilio, type Meta } from '@trunkline/simulator';
import { expect } from 'vitest';
import type { ProviderUrls } from '../../src/modules/channels/messaging/index.ts';
import { testApp } from '../app.ts';
import { deskOf } from '../desk.ts';

export type MessagingDesk = Awaited<ReturnType<typeof messagingDesk>>;

const SOON = { timeout: 15_000 };

/** The whole server with one WhatsApp number, whose provider is a stand-in that speaks Meta's protocol. */
export async function messagingDesk(more: Partial<ProviderUrls> = {}) {
  const meta = await startMeta();
  const twilio = await startTwilio();
  const t = await testApp({ providers: { graph: meta.url, twilio: twilio.url, ...more } });
  // The stand-ins deliver to a real port, which the first connection opens.
  await t.connect('admin');
  const { data } = deskOf(() => t);
  const account = await data<MessagingAccount>(
    'admin',
    'POST',
    '/api/messaging-accounts',
    accountBody(meta, t),
  );
  const webhookOf = ({ webhook_url: url }: MessagingAccount) => new URL(new URL(url).pathname, t.url()).href;
  meta.world.webhook = webhookOf(account);

  const ticketsOf = async (name: string): Promise<Ticket[]> => {
    const all = await data<Ticket[]>('admin', 'GET', '/api/tickets?status=open&sort=newest');
    return all.filter(({ customer_name: of }) => of === name);
  };
  const messages = async (ticketId: number): Promise<Message[]> =>
    data('admin', 'GET', `/api/tickets/${ticketId}/timeline`);
  const emails = async (ticketId: number): Promise<Message[]> =>
    (await messages(ticketId)).filter(({ kind }) => kind === 'inbound' || kind === 'outbound');

  return {
    t,
    meta,
    twilio,
    account,
    data,
    ticketsOf,
    emails,
    /** The ticket that this customer's message opened. */
    async ticketOf(name: string): Promise<Ticket> {
      await expect.poll(async () => (await ticketsOf(name)).length, SOON).toBe(1);
      const [ticket] = await ticketsOf(name);
      if (!ticket) throw new Error(`no ticket of ${name}`);
      return ticket;
    },
    /** Adds an account of a Facebook page or of Instagram, to which the stand-in delivers. */
    async addPages(provider: 'messenger' | 'instagram'): Promise<MessagingAccount> {
      const isPage = provider === 'messenger';
      const own = {
        ...accountBody(meta, t),
        provider,
        name: isPage ? 'Page' : 'Instagram',
        address: isPage ? meta.page.id : meta.instagramAccount.id,
        business_id: isPage ? '' : meta.page.id,
        shown_address: isPage ? meta.page.name : `@${meta.instagramAccount.username}`,
      };
      const added = await data<MessagingAccount>('admin', 'POST', '/api/messaging-accounts', own);
      meta[provider].webhook = webhookOf(added);
      return added;
    },
    /** Adds an account for text messages, whose provider is a stand-in that speaks Twilio's protocol. */
    async addSms(departmentId = t.departmentIds[0]): Promise<MessagingAccount> {
      const added = await data<MessagingAccount>('admin', 'POST', '/api/messaging-accounts', {
        provider: 'twilio',
        name: 'SMS',
        department_id: departmentId,
        address: twilio.number,
        shown_address: twilio.number,
        business_id: twilio.accountSid,
        access_token: twilio.authToken,
        per_second: 1000,
      });
      twilio.world.webhook = webhookOf(added);
      twilio.world.publicUrl = new URL(added.webhook_url).origin;
      return added;
    },
    /** A message as the ticket shows it now. */
    message: async (ticketId: number, id: number): Promise<Message | undefined> =>
      (await messages(ticketId)).find((one) => one.id === id),
    reply: (ticketId: number, body: string, more: object = {}): Promise<Message> =>
      data('admin', 'POST', `/api/tickets/${ticketId}/messages`, {
        client_key: `reply-${crypto.randomUUID()}`,
        body,
        file_ids: [],
        ...more,
      }),
    /** Uploads a file as the administrator, to send it with an answer. */
    async upload(name: string, type: string, bytes: Buffer): Promise<string> {
      const form = new FormData();
      form.set('file', new Blob([new Uint8Array(bytes)], { type }), name);
      const headers = { authorization: `Bearer ${await t.signIn('admin')}` };
      const stored = await fetch(`${t.url()}/api/files`, { method: 'POST', headers, body: form });
      const { data: file } = (await stored.json()) as { data: { id: string } };
      return file.id;
    },
    async close(): Promise<void> {
      await t.close();
      await meta.close();
      await twilio.close();
    },
  };
}

const accountBody = (meta: Meta, { departmentIds }: { departmentIds: number[] }) => ({
  provider: 'whatsapp',
  name: 'WhatsApp',
  department_id: departmentIds[0],
  address: meta.business.numberId,
  shown_address: meta.business.shown,
  business_id: meta.business.businessId,
  access_token: meta.accessToken,
  app_secret: meta.appSecret,
  per_second: 1000,
});
