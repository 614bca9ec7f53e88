import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { testDatabase, type TestDatabase } from '../../test/db.ts';
import { executeUnread, openDb, type Db } from './db.ts';

let database: TestDatabase;
let db: Db;
beforeAll(async () => {
  database = await testDatabase();
  db = openDb(database.url, pino({ level: 'silent' }), 2);
});
afterAll(async () => {
  await db.close();
  await database.drop();
});

it('more transactions than there are connections, each with a statement of its own in between, all come to their end', async () => {
  const one = (n: number) =>
    db.transaction(async (tx) => {
      await sql`select 1`.execute(tx.q);
      const { rows } = await sql<{ n: number }>`select ${n}::int as n`.execute(db.q);
      return rows[0]?.n;
    });
  const numbers = Array.from({ length: 20 }, (_, n) => n);
  expect(await Promise.all(numbers.map(one))).toEqual(numbers);
  const { open, waiting } = db.load();
  expect(waiting).toBe(0);
  // Connections are only opened when needed.
  expect(open).toBeLessThanOrEqual(4);
});

it('a transaction without a statement sends nothing, and one whose work fails leaves nothing', async () => {
  expect(await db.transaction(() => Promise.resolve(7))).toBe(7);
  await expect(db.transaction(() => Promise.reject(new Error('before')))).rejects.toThrow('before');
  await sql`create table if not exists kept (n int)`.execute(db.q);
  const failing = db.transaction(async (tx) => {
    await sql`insert into kept values (1)`.execute(tx.q);
    throw new Error('after');
  });
  await expect(failing).rejects.toThrow('after');
  expect((await sql`select from kept`.execute(db.q)).rows).toHaveLength(0);
});

it('what waits to be sent is not sent where the work fails, and does not hide why', async () => {
  await sql`create table if not exists unread (n int check (n < 10))`.execute(db.q);
  const insert = (n: number) => sql`insert into unread values (${n})`;
  const failing = db.transaction(async (tx) => {
    await insert(1).execute(tx.q);
    await executeUnread(tx.q, { compile: () => insert(11).compile(tx.q) });
    throw new Error('the work failed');
  });
  await expect(failing).rejects.toThrow('the work failed');
  const refused = db.transaction(async (tx) => {
    await executeUnread(tx.q, { compile: () => insert(2).compile(tx.q) });
    await executeUnread(tx.q, { compile: () => insert(11).compile(tx.q) });
  });
  await expect(refused).rejects.toThrow(/unread_n_check/);
  expect((await sql`select from unread`.execute(db.q)).rows).toHaveLength(0);
});

it('a transaction whose events cannot be stored is rejected with the reason, and leaves nothing', async () => {
  await sql`create table if not exists with_events (n int)`.execute(db.q);
  await sql`create or replace function emit_events(lock_key bigint, batch jsonb) returns void language plpgsql as
    $$ begin raise exception 'no events today'; end $$`.execute(db.q);
  let isTold = false;
  db.onEvents(() => (isTold = true));
  const failing = db.transaction(async (tx) => {
    await sql`insert into with_events values (1)`.execute(tx.q);
    tx.emit('settings-changed', { part: 'people' }, ['everyone']);
    tx.afterCommit(() => (isTold = true));
  });
  await expect(failing).rejects.toThrow('no events today');
  expect(isTold).toBe(false);
  expect((await sql`select from with_events`.execute(db.q)).rows).toHaveLength(0);
  // The connection can be used again.
  expect(
    await db.transaction(async (tx) => (await sql<{ n: number }>`select 1 as n`.execute(tx.q)).rows[0]?.n),
  ).toBe(1);
});
