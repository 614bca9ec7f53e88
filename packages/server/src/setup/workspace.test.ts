import { pino } from 'pino';
import { expect, it } from 'vitest';
import { openDb } from '#platform/db';
import { testDatabase } from '../../test/db.ts';
import { setUpEmpty } from './workspace.ts';

it('the first password of an empty workspace has to be changed', async () => {
  const database = await testDatabase();
  const db = openDb(database.url, pino({ level: 'silent' }));
  await setUpEmpty(db, () => undefined);
  const { rows } = await db.pool.query('select username, password_exp_date <= now() as is_over from users');
  expect(rows).toEqual([{ username: 'admin', is_over: true }]);
  await db.close();
  await database.drop();
});
