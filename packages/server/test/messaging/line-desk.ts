import type { Message, MessagingAccount, Ticket } from '@trunkline/contract';
import { startSmsc } from '@trunkline/simulator';
import { expect, vi } from 'vitest';
import { testApp } from '../app.ts';
import { deskOf } from '../desk.ts';

export type LineDesk = Awaited<ReturnType<typeof lineDesk>>;
const SOON = { timeout: 15_000 };

/** The whole server with an operator's line, whose message centre is a stand-in that speaks SMPP. */
export async function lineDesk() {
  const smsc = await startSmsc();
  const t = await testApp();
  await t.connect('admin');
  const { data } = deskOf(() => t);
  const line = {
    host: smsc.host,
    port: smsc.port,
    tls: false,
    system_type: '',
    ton: null,
    npi: null,
    alphabet: 'gsm7',
    receipt_ids: 'same',
  };
  const account = await data<MessagingAccount>('admin', 'POST', '/api/messaging-accounts', {
    provider: 'smpp',
    name: 'Operator',
    department_id: t.departmentIds[0],
    address: '1234',
    shown_address: '1234',
    business_id: smsc.world.systemId,
    access_token: smsc.world.password,
    per_second: 1000,
    smpp: line,
  });
  await vi.waitFor(() => expect(smsc.receivers()).toBe(1), SOON);

  const lettersOf = async (ticketId: number): Promise<Message[]> => {
    const all = await data<Message[]>('admin', 'GET', `/api/tickets/${ticketId}/timeline`);
    return all.filter(({ kind }) => kind === 'inbound' || kind === 'outbound');
  };
  const found = async (number: string) =>
    (await data<Ticket[]>('admin', 'GET', '/api/tickets?status=open&sort=newest')).filter(
      ({ customer_name: name }) => name === number,
    );
  return {
    t,
    smsc,
    account,
    line,
    data,
    lettersOf,
    /** The ticket that a message from this number opened. */
    async ticketOf(number: string): Promise<Ticket> {
      await expect.poll(async () => (await found(number)).length, SOON).toBe(1);
      const [ticket] = await found(number);
      if (!ticket) throw new Error(`no ticket of ${number}`);
      return ticket;
    },
    reply: (ticketId: number, body: string): Promise<Message> =>
      data('admin', 'POST', `/api/tickets/${ticketId}/messages`, {
        client_key: `reply-${crypto.randomUUID()}`,
        body,
        file_ids: [],
      }),
    change: (patch: object): Promise<MessagingAccount> =>
      data('admin', 'PATCH', `/api/messaging-accounts/${account.id}`, patch),
    async health(): Promise<MessagingAccount['health'] | undefined> {
      const all = await data<MessagingAccount[]>('admin', 'GET', '/api/messaging-accounts');
      return all.find(({ id }) => id === account.id)?.health;
    },
    /** Moves the clock, and does what has come due. */
    async later(ms: number): Promise<void> {
      t.clock.advance(ms);
      await t.app.modules.messaging.recoverPending();
    },
    async close(): Promise<void> {
      await t.close();
      await smsc.close();
    },
  };
}
