import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { testDatabase, type TestDatabase } from '../../test/db.ts';
import { openDb, type Db } from './db.ts';

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
