import type { MessagingAccount, MessagingHealth } from '@trunkline/contract';
import { sql } from 'kysely';
import { expect } from 'vitest';
import type { ProviderUrls } from '../../src/modules/channels/messaging/index.ts';
import { messagingDesk } from './messaging-desk.ts';

export type OutageDesk = Awaited<ReturnType<typeof outageDesk>>;
const SOON = { timeout: 20_000 };
type Customer = { name: string; send: (text: string) => Promise<unknown>; inbox: { text: string }[] };

/** The whole server with an account whose provider fails, and customers who have written there. */
export async function outageDesk(
  provider: 'whatsapp' | 'messenger' | 'instagram' | 'twilio',
  more: Partial<ProviderUrls> = {},
) {
  const d = await messagingDesk(more);
  const account = await accountOf();
  let count = 0;

  async function accountOf(): Promise<MessagingAccount> {
    if (provider === 'whatsapp') return d.account;
    return provider === 'twilio' ? d.addSms() : d.addPages(provider);
  }
  const setTelling = (tells: boolean) => void (d.meta.world.tells = d.twilio.world.tells = tells);

  function customer(name: string): Customer {
    count += 1;
    const number = `62812${String(count).padStart(7, '0')}`;
    if (provider === 'twilio') return Object.assign(d.twilio.phone(`+${number}`), { name: `+${number}` });
    if (provider === 'whatsapp') return d.meta.phone(number, `${name} ${count}`);
    return d.meta[provider].person(`24657${number}`, `${name} ${count}`);
  }
  async function begun(name: string) {
    const person = customer(name);
    await person.send('Hello');
    const ticket = await d.ticketOf(person.name);
    const outcomes = async () =>
      (await d.emails(ticket.id)).slice(1).map(({ state, failure }) => [state, failure]);
    const texts = () => person.inbox.map(({ text }) => text);
    return { name, ticket, outcomes, texts };
  }
  const health = async (): Promise<MessagingHealth | undefined> => {
    const all = await d.data<MessagingAccount[]>('admin', 'GET', '/api/messaging-accounts');
    return all.find(({ id }) => id === account.id)?.health;
  };

  /** The oldest message to each recipient that may be sent now: its id and the number of attempts so far. */
  async function due(): Promise<Map<number, number>> {
    const { rows } = await sql<{ id: number; attempts: number }>`
      select min(id) as id, (array_agg(attempts order by id))[1] as attempts from messaging_outbox
      where state = 'queued' group by address
      having (array_agg(greatest(next_try_at, leased_until) order by id))[1] <= ${d.t.clock.now().toISOString()}`.execute(
      d.t.platform.db.q,
    );
    return new Map(rows.map(({ id, attempts }) => [id, attempts]));
  }
  async function attempts(): Promise<Map<number, number>> {
    const rows = await d.t.platform.db.q
      .selectFrom('messaging_outbox')
      .select(['id', 'attempts'])
      .where('state', '=', 'queued')
      .execute();
    return new Map(rows.map(({ id, attempts: n }) => [id, n]));
  }
  /** Moves the clock, and resolves once everything that has come due was tried. */
  async function later(ms: number, { modules } = d.t.app): Promise<void> {
    d.t.clock.advance(ms);
    const before = await due();
    await modules.messaging.recoverPending();
    const untried = async () => {
      const now = await attempts();
      return [...before].filter(([id, n]) => now.get(id) === n);
    };
    await expect.poll(untried, SOON).toEqual([]);
  }

  return {
    ...d,
    account,
    faults: provider === 'twilio' ? d.twilio.faults : d.meta.faults,
    setTelling,
    begun,
    health,
    attempts,
    later,
  };
}
