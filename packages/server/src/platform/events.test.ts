import { pino } from 'pino';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { testDatabase, type TestDatabase } from '../../test/db.ts';
import { openDb, type Db } from './db.ts';
import { followEvents, type Events } from './events.ts';
import { openNotices } from './notices.ts';

let database: TestDatabase;
let db: Db;
const closers: (() => Promise<void> | void)[] = [];
const log = pino({ level: 'silent' });

beforeAll(async () => {
  database = await testDatabase();
  db = openDb(database.url, log, 30);
});
afterAll(async () => {
  for (const close of closers.reverse()) await close();
  await db.close();
  await database.drop();
});

async function follow(): Promise<Events> {
  const notices = await openNotices(db, log);
  const events = await followEvents(db, notices, log);
  closers.push(
    () => notices.close(),
    () => events.close(),
  );
  return events;
}

const payload = (id: number) => ({ id });

it('hands out every committed event once and in order, however transactions overlap or roll back', async () => {
  const followers = [await follow(), await follow()];
  const seen = followers.map(() => [] as number[]);
  followers.forEach((events, index) => events.onEvent((event) => void seen[index]?.push(event.seq)));
  const committed: number[] = [];

  await Promise.all(
    Array.from({ length: 20 }, async (_, writer) => {
      for (let round = 0; round < 25; round += 1) {
        const id = writer * 1000 + round + 1;
        const isLost = (writer + round) % 7 === 0;
        const write = db.transaction(async (tx) => {
          for (let n = 0; n <= round % 3; n += 1) tx.emit('ticket-removed', payload(id), [`ticket:${id}`]);
          await sql`select 1`.execute(tx.q);
          if (isLost) {
            // Takes a number and fails, as a transaction does whose last statement fails.
            await sql`select nextval(pg_get_serial_sequence('events', 'seq'))`.execute(tx.q);
            throw new Error('rolled back');
          }
        });
        await write.then(
          () => void committed.push(id),
          () => undefined,
        );
      }
    }),
  );

  const { rows } = await sql<{ seq: number }>`select seq from events order by seq`.execute(db.q);
  const expected = rows.map((row) => row.seq);
  await expect
    .poll(() => seen.map((list) => list.length), { timeout: 10_000 })
    .toEqual([expected.length, expected.length]);
  expect(seen[0]).toEqual(expected);
  expect(seen[1]).toEqual(expected);
  expect(committed.length).toBeGreaterThan(300);
});

it('waits for a number that was drawn before and is committed after', async () => {
  const events = await follow();
  const seen: number[] = [];
  events.onEvent((event) => void seen.push(event.seq));
  const slow = await db.pool.connect();
  await slow.query('begin');
  const { rows } = await slow.query<{ last: number }>(
    `select emit_events(7310001, '[{"name":"ticket-removed","payload":{"id":1},"rooms":["r"]}]'), (select max(seq) from events) as last`,
  );
  await db.transaction((tx) => {
    tx.emit('ticket-removed', payload(2), ['r']);
    return Promise.resolve();
  });
  expect(seen).toEqual([]);
  await slow.query('commit');
  slow.release();
  await expect.poll(() => seen.length, { timeout: 5000 }).toBe(2);
  expect(seen[0]).toBeLessThan(seen[1] ?? 0);
  expect(seen[0]).toBeGreaterThan(rows[0]?.last ?? 0);
});

it('tells what came after a number, and says when that is too long ago to tell', async () => {
  const events = await follow();
  const start = events.position();
  await db.transaction((tx) => {
    tx.emit('ticket-removed', payload(7), ['ticket:7']);
    return Promise.resolve();
  });
  await expect.poll(() => events.position()).toBeGreaterThan(start);
  expect(events.since(start)).toMatchObject([{ name: 'ticket-removed', payload: payload(7) }]);
  expect(events.since(events.position())).toEqual([]);
  expect(events.since(events.position() + 1)).toBeUndefined();
});

it('is not harmed by what others send on the channel', async () => {
  const events = await follow();
  for (const text of ['', 'null', '{', '{"from":1}', 'x'.repeat(7000)]) {
    await db.pool.query('select pg_notify($1, $2)', ['trunkline', text]);
  }
  const start = events.position();
  await db.transaction((tx) => {
    tx.emit('ticket-removed', payload(8), ['ticket:8']);
    return Promise.resolve();
  });
  await expect.poll(() => events.position()).toBeGreaterThan(start);
});

it('goes on when the database ends its connections, and closes quietly afterwards', async () => {
  const notices = await openNotices(db, log);
  const heard: unknown[] = [];
  notices.on('anything', (payload) => void heard.push(payload));
  const admin = openDb(database.url, log, 1);
  await admin.pool.query(
    'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
  );
  await expect
    .poll(
      async () => {
        const text = JSON.stringify({ from: 'elsewhere', topic: 'anything', payload: 1 });
        await admin.pool.query('select pg_notify($1, $2)', ['trunkline', text]);
        return heard.length;
      },
      { timeout: 10_000, interval: 200 },
    )
    .toBeGreaterThan(0);
  notices.close();
  await admin.close();
});
