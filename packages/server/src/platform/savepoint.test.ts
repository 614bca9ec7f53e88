import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { testDatabase, type TestDatabase } from '../../test/db.ts';
import { openDb, type Db, type Tx } from './db.ts';
import { inSavepoint } from './savepoint.ts';

let database: TestDatabase;
let db: Db;
beforeAll(async () => {
  database = await testDatabase();
  db = openDb(database.url, pino({ level: 'silent' }), 2);
  await sql`create table noted (what text)`.execute(db.q);
});
afterAll(async () => {
  await db.close();
  await database.drop();
});

it('a part that fails leaves nothing and tells nothing, and the rest goes on', async () => {
  const told: string[] = [];
  const insertNote = async (tx: Tx, what: string): Promise<void> => {
    await sql`insert into noted values (${what})`.execute(tx.q);
    tx.afterCommit(() => told.push(what));
  };
  await db.transaction(async (tx) => {
    await insertNote(tx, 'before');
    await inSavepoint(tx, (part) => insertNote(part, 'done'));
    const failing = inSavepoint(tx, async (part) => {
      await insertNote(part, 'failed');
      await sql`select 1 / 0`.execute(part.q);
    });
    await expect(failing).rejects.toThrow(/division by zero/);
    await insertNote(tx, 'after');
  });
  const { rows } = await sql<{ what: string }>`select what from noted`.execute(db.q);
  expect([rows.map(({ what }) => what), told]).toEqual([
    ['before', 'done', 'after'],
    ['before', 'done', 'after'],
  ]);
});
