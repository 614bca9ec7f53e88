import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { PoolClient } from 'pg';
import { testDatabase, type TestDatabase } from '../../../test/db.ts';
import { isLiveSql, openProcessLiveness } from './process-liveness.ts';
import { openDb, type Db } from '../db.ts';

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

async function isAlive(name: string): Promise<boolean> {
  const { rows } = await db.pool.query<{ is: boolean }>(
    `select ${isLiveSql('n.name')} as is from (select $1::text as name) n`,
    [name],
  );
  return rows[0]?.is ?? false;
}

it('a connection that ends twice, or after it was given back, ends nothing else', async () => {
  const liveness = await openProcessLiveness(db);
  const [first] = clients;
  first?.emit('error', new Error('terminating connection due to administrator command'));
  first?.emit('error', new Error('Connection terminated unexpectedly'));
  // The database releases the locks once it notices that the connection is gone.
  await expect.poll(() => isAlive(liveness.self)).toBe(false);
  // A new connection is opened, with the locks of the first.
  await liveness.add('two');
  for (const name of [liveness.self, 'two']) expect(await isAlive(name)).toBe(true);
  await liveness.close();
  for (const client of clients) client.emit('error', new Error('terminating connection'));
  for (const name of [liveness.self, 'two']) await expect.poll(() => isAlive(name)).toBe(false);
});
