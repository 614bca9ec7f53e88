import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { testDatabase, type TestDatabase } from '../../test/db.ts';
import { countStatements } from '../../test/statements.ts';
import { executeUnread, openDb, type Db, type Tx } from './db.ts';

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

it('statements of a transaction that are begun together are sent together, and run in that order', async () => {
  await sql`create table if not exists in_order (n serial, what text)`.execute(db.q);
  const insert = (tx: Tx, what: string) => sql`insert into in_order (what) values (${what})`.execute(tx.q);
  const counter = countStatements();
  const { statements, writes } = await counter.during(() =>
    db.transaction(async (tx) => {
      await Promise.all([insert(tx, 'a'), insert(tx, 'b'), insert(tx, 'c')]);
      await insert(tx, 'd');
    }),
  );
  counter.stop();
  expect([statements.length, writes]).toEqual([6, 3]);
  const { rows } = await sql<{ what: string }>`select what from in_order order by n`.execute(db.q);
  expect(rows.map(({ what }) => what)).toEqual(['a', 'b', 'c', 'd']);
});

it('work that goes on after its transaction has failed writes nothing any more', async () => {
  await sql`create table if not exists late (n int)`.execute(db.q);
  const insert = (tx: Tx) => sql`insert into late values (1)`.execute(tx.q);
  let late: Promise<unknown> = Promise.resolve();
  const failing = db.transaction(async (tx) => {
    await insert(tx);
    const goOn = async (): Promise<unknown> => {
      await sql`select 1`.execute(tx.q);
      return insert(tx);
    };
    late = failing.then(goOn, goOn);
    throw new Error('the work failed');
  });
  await expect(failing).rejects.toThrow('the work failed');
  await expect(late).rejects.toThrow('has ended');
  expect((await sql`select from late`.execute(db.q)).rows).toHaveLength(0);
});

it('a transaction in which a statement failed is not taken for committed, even if the error was caught', async () => {
  await sql`create table if not exists half (n int)`.execute(db.q);
  const quiet = db.transaction(async (tx) => {
    await sql`insert into half values (1)`.execute(tx.q);
    await sql`select 1 / 0`.execute(tx.q).catch(() => undefined);
  });
  await expect(quiet).rejects.toThrow('Nothing was committed');
  expect((await sql`select from half`.execute(db.q)).rows).toHaveLength(0);
});

it('of statements that are begun together, all are rejected with the error of the one that failed', async () => {
  const failing = db.transaction(async (tx) => {
    const failed = sql`select 1 / 0`.execute(tx.q);
    const slow = async () => {
      await failed.catch(() => undefined);
      await failed;
    };
    await Promise.all([slow(), sql`select 2`.execute(tx.q)]);
  });
  await expect(failing).rejects.toThrow('division by zero');
});

it('reads that are begun together share a connection and a write, and one that fails fails alone', async () => {
  const q = db.together();
  const read = (n: number) =>
    sql<{ n: number; pid: number }>`select 12 / ${n}::int as n, pg_backend_pid() as pid`.execute(q);
  const counter = countStatements();
  let results: PromiseSettledResult<Awaited<ReturnType<typeof read>>>[] = [];
  const { writes } = await counter.during(async () => {
    results = await Promise.allSettled([read(3), read(0), read(4)]);
  });
  counter.stop();
  expect(writes).toBe(1);
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  const rows = results.flatMap((one) => (one.status === 'fulfilled' ? one.value.rows : []));
  expect(rows.map(({ n }) => n)).toEqual([4, 3]);
  expect(new Set(rows.map(({ pid }) => pid)).size).toBe(1);
  // More of them than there are connections wait for their turn, and give back what they had.
  const many = Array.from(
    { length: 10 },
    async () => (await sql`select 1`.execute(db.together())).rows.length,
  );
  expect(await Promise.all(many)).toEqual(Array.from({ length: 10 }, () => 1));
  expect(db.load().waiting).toBe(0);
});
