import type { Message, MessagingAccount, Ticket } from '@trunkline/contract';
import { startTwilio } from '@trunkline/simulator';
import { expect } from 'vitest';
import { testApp } from '../app.ts';
import { deskOf } from '../desk.ts';

export type SmsDesk = Awaited<ReturnType<typeof smsDesk>>;
const SOON = { timeout: 15_000 };

/** The whole server with one number for text messages, whose provider is a stand-in that speaks Twilio's protocol. */
export async function smsDesk() {
  const twilio = await startTwilio();
  const t = await testApp({ providers: { twilio: twilio.url } });
  // The stand-in delivers to a real port, which the first connection opens.
  await t.connect('admin');
  const { data } = deskOf(() => t);
  const account = await data<MessagingAccount>('admin', 'POST', '/api/messaging-accounts', {
    provider: 'twilio',
    name: 'SMS',
    department_id: t.departmentIds[0],
    address: twilio.number,
    shown_address: twilio.number,
    business_id: twilio.accountSid,
    access_token: twilio.authToken,
    per_second: 1000,
  });
  const webhook = new URL(account.webhook_url);
  twilio.world.webhook = new URL(webhook.pathname, t.url()).href;
  twilio.world.publicUrl = webhook.origin;

  const lettersOf = async (ticketId: number): Promise<Message[]> => {
    const all = await data<Message[]>('admin', 'GET', `/api/tickets/${ticketId}/timeline`);
    return all.filter(({ kind }) => kind === 'inbound' || kind === 'outbound');
  };
  return {
    t,
    twilio,
    account,
    data,
    webhook,
    lettersOf,
    /** The ticket that a message from this number opened. */
    async ticketOf(number: string): Promise<Ticket> {
      const found = async () =>
        (await data<Ticket[]>('admin', 'GET', '/api/tickets?status=open&sort=newest')).filter(
          ({ customer_name: name }) => name === number,
        );
      await expect.poll(async () => (await found()).length, SOON).toBe(1);
      const [ticket] = await found();
      if (!ticket) throw new Error(`no ticket of ${number}`);
      return ticket;
    },
    reply: (ticketId: number, body: string, more: object = {}): Promise<Message> =>
      data('admin', 'POST', `/api/tickets/${ticketId}/messages`, {
        client_key: `reply-${crypto.randomUUID()}`,
        body,
        file_ids: [],
        ...more,
      }),
    async close(): Promise<void> {
      await t.close();
      await twilio.close();
    },
  };
}
