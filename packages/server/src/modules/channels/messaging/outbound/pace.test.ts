import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openDb, type Db } from '#platform/db';
import { messagingDesk, type MessagingDesk } from '../../../../../test/messaging/messaging-desk.ts';
import { reserveSendSlot } from './pace-store.ts';

let d: MessagingDesk;
let other: Db;
beforeAll(async () => {
  d = await messagingDesk();
  other = openDb(d.t.databaseUrl, d.t.platform.log);
});
afterAll(async () => {
  await other.close();
  await d.close();
});

it('two processes together send no faster than the account may', async () => {
  const account = { id: d.account.id, per_second: 2 };
  const { q } = d.t.platform.db;
  // The account's next slot is far in the future, so that no slot depends on the time of the call.
  const before = new Date(Date.now() + 3_600_000);
  await sql`insert into messaging_pace (channel_account_id, free_at) values (${account.id}, ${before})`.execute(
    q,
  );
  const waits = await Promise.all(
    Array.from({ length: 20 }, (_, at) => reserveSendSlot(at % 2 === 0 ? q : other.q, account)),
  );
  expect(new Set(waits).size).toBe(20);
  const { rows } = await sql`
    select extract(epoch from free_at - ${before}::timestamptz)::float8 as taken from messaging_pace`.execute(
    q,
  );
  expect(rows).toEqual([{ taken: 10 }]);
});
