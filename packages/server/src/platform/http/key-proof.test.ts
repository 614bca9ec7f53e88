import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { testDatabase, type TestDatabase } from '../../../test/db.ts';
import { openDb, type Db } from '../db.ts';
import { verifyEncryptionKey } from './key-proof.ts';
import { createSecrets } from '../secrets.ts';

const [own, other, third] = [createSecrets('own'), createSecrets('other'), createSecrets('third')];
const REFUSED = 'sealed with another key';

describe('the key of a database', () => {
  let database: TestDatabase;
  let db: Db;
  beforeEach(async () => {
    database = await testDatabase();
    db = openDb(database.url, pino({ level: 'silent' }));
  });
  afterEach(async () => {
    await db.close();
    await database.drop();
  });
  const start = (secrets: typeof own) => verifyEncryptionKey({ db, secrets });
  const known = async () => (await db.pool.query<{ sealed: string }>('select sealed from key_proofs')).rows;

  it('is that of the first start; a start with another one is refused', async () => {
    await start(own);
    await start(own);
    await expect(start(other)).rejects.toThrow(REFUSED);
    await start(own);
    expect(await known()).toHaveLength(1);
  });

  it('is one, when several start at the same time', async () => {
    const results = await Promise.allSettled([own, other, third].map(start));
    expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected', 'rejected']);
    expect(await known()).toHaveLength(1);
  });

  it('is proven by anything that was sealed before', async () => {
    await db.pool.query('insert into key_proofs values ($1), ($2)', [own.encrypt('a'), third.encrypt('b')]);
    await expect(start(other)).rejects.toThrow(REFUSED);
    await start(own);
    await expect(start(third)).rejects.toThrow(REFUSED);
  });

  it('can be given up', async () => {
    await start(own);
    await db.pool.query('delete from key_proofs');
    await start(other);
    await expect(start(own)).rejects.toThrow(REFUSED);
  });
});
