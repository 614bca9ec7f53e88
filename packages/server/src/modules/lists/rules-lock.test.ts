import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { Ticket } from '@trunkline/contract';
import { testApp, type TestApp } from '../../../test/app.ts';
import { deskOf } from '../../../test/desk.ts';
import { STORED_LISTS } from './definitions.ts';
import { lockRules } from './rules-lock.ts';
import { lockList } from './store.ts';

let t: TestApp;
const { create } = deskOf(() => t);
beforeAll(async () => {
  t = await testApp();
  await create();
});
afterAll(() => t.close());

it('opening a ticket and changing departments and fields never wait for each other', async () => {
  const { db } = t.platform;
  const waiting = () =>
    sql`select from pg_locks where locktype = 'advisory' and not granted and database =
      (select oid from pg_database where datname = current_database())`.execute(db.q);
  let made: Promise<Ticket> | undefined;
  await db.transaction(async ({ q }) => {
    await lockRules(q);
    made = create();
    await vi.waitFor(async () => expect((await waiting()).rows).toHaveLength(1), { timeout: 10_000 });
    await lockList(q, STORED_LISTS.custom_fields);
  });
  expect(await made).toMatchObject({ status: 'open' });
});
