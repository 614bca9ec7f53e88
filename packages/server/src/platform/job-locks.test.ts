import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { PoolClient } from 'pg';
import { testDatabase, type TestDatabase } from '../../test/db.ts';
import { openDb, type Db } from './db.ts';
import { createJobLocks } from './job-locks.ts';

const log = pino({ level: 'silent' });
let database: TestDatabase;
let db: Db;
const clients: PoolClient[] = [];
beforeAll(async () => {
  database = await testDatabase();
  db = openDb(database.url, log);
  db.pool.on('acquire', (client) => clients.push(client));
});
afterAll(async () => {
  await db.close();
  await database.drop();
});

it('a connection that ends twice, or after it was given back, ends nothing else', async () => {
  const locks = createJobLocks(db, log);
  await locks.add('one');
  const [first] = clients;
  first?.emit('error', new Error('terminating connection due to administrator command'));
  first?.emit('error', new Error('Connection terminated unexpectedly'));
  // Another one is taken in its place, with the locks of the first.
  await locks.add('two');
  expect(clients).toHaveLength(2);
  await locks.close();
  clients[1]?.emit('error', new Error('terminating connection due to administrator command'));
});
