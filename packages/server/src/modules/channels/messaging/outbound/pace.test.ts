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
  const turns = await Promise.all(
    Array.from({ length: 20 }, async (_, at) => {
      const ms = await reserveSendSlot(at % 2 === 0 ? d.t.platform.db.q : other.q, account);
      return performance.now() + ms;
    }),
  );
  const sorted = turns.toSorted((a, b) => a - b);
  const pauses = sorted.slice(1).map((turn, at) => turn - (sorted[at] ?? 0));
  // Two a second; how long the answers of the database took is in it.
  expect((sorted.at(-1) ?? 0) - (sorted[0] ?? 0)).toBeGreaterThan(9000);
  expect(Math.min(...pauses)).toBeGreaterThan(200);
});
