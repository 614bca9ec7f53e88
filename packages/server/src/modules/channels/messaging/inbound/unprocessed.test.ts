import type { MessagingAccount } from '@trunkline/contract';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { messagingDesk, type MessagingDesk } from '../../../../../test/messaging/messaging-desk.ts';

const SOON = { timeout: 15_000 };
/** Longer than all pauses between attempts together. */
const HOURS_MS = 2 * 3_600_000;
let d: MessagingDesk;
beforeEach(async () => {
  d = await messagingDesk();
});
afterEach(() => d.close());

const accounts = () => d.data<MessagingAccount[]>('admin', 'GET', '/api/messaging-accounts');
const unprocessed = async () => (await accounts()).find(({ id }) => id === d.account.id)?.health.unprocessed;
const path = () => `/api/messaging-accounts/${d.account.id}/unprocessed/retry`;
const retry = () => d.data<MessagingAccount>('admin', 'POST', path(), {});

/** Makes storing messages with this text fail. */
async function refuse(text: string): Promise<void> {
  const { q } = d.t.platform.db;
  await sql`create function refuse() returns trigger language plpgsql as $$ begin raise exception 'no room for it'; end $$`.execute(
    q,
  );
  await sql`create trigger refuse before insert on messages for each row when (new.body = ${sql.lit(text)}) execute function refuse()`.execute(
    q,
  );
}
const removeFault = () => sql`drop trigger refuse on messages`.execute(d.t.platform.db.q);

it('what could not be processed is told, kept beyond the last attempt, and processed when somebody asks', async () => {
  const socket = await d.t.connect('admin');
  let told = 0;
  socket.on('messaging-health', () => (told += 1));
  await refuse('Lost?');
  const rina = d.meta.phone('628119990001', 'Rina');
  await rina.send('Lost?');
  await expect
    .poll(unprocessed, SOON)
    .toMatchObject({ count: 1, reason: 'no room for it', last_at: expect.any(String) as string });
  await expect.poll(() => told, SOON).toBe(1);
  for (let attempt = 2; attempt <= 8; attempt += 1) {
    d.t.clock.advance(HOURS_MS);
    await d.t.app.modules.messaging.recoverPending();
    await expect.poll(attempts, SOON).toBe(attempt);
  }
  expect(await states()).toEqual(['failed']);
  // Other deliveries of the account are processed meanwhile.
  await d.meta.phone('628119990002', 'Sari').send('Hello');
  await d.ticketOf('Sari');
  expect(await d.ticketsOf('Rina')).toEqual([]);

  await removeFault();
  expect(await retry()).toMatchObject({ id: d.account.id, health: { unprocessed: null } });
  expect((await d.ticketOf('Rina')).last_message).toBe('Lost?');
  const { rows } = await d.t.platform.db.pool.query(
    "select subject from audit_log where action = 'messaging_account.replayed'",
  );
  expect(rows).toEqual([{ subject: String(d.account.id) }]);
  await expect.poll(states, SOON).toEqual(['done', 'done']);
  expect(await unprocessed()).toBeNull();
  // Another retry finds nothing left to do.
  await retry();
  expect(await d.emails((await d.ticketOf('Rina')).id)).toHaveLength(1);
});

it(
  'what cannot be read says where, and is asked for by nobody who may only look',
  { tags: 'full' },
  async () => {
    expect(
      await d.meta.deliver({ object: 'whatsapp_business_account', entry: [{ id: '1', changes: 'none' }] }),
    ).toBe(200);
    await expect.poll(async () => (await unprocessed())?.reason, SOON).toMatch(/^entry\.0\.changes: /);
    expect((await d.t.as('dewi', 'POST', path(), {})).status).toBe(403);
    // An account with an unprocessed delivery is only deactivated, because the delivery may contain a message.
    const removed = await d.t.as('admin', 'DELETE', `/api/messaging-accounts/${d.account.id}`);
    expect(removed.body).toMatchObject({ removed: false });
  },
);

const rows = () =>
  d.t.platform.db.q.selectFrom('messaging_deliveries').select(['state', 'attempts']).orderBy('id').execute();
const attempts = async () => (await rows())[0]?.attempts;
const states = async () => (await rows()).map(({ state }) => state);
