import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openDb, type Db } from '#platform/db';
import { testDatabase, type TestDatabase } from '../../test/db.ts';
import { isNew, isWithoutPeople, setUpAdministrator, setUpEmpty } from './workspace.ts';

let database: TestDatabase;
let db: Db;
beforeAll(async () => {
  database = await testDatabase();
  db = openDb(database.url, pino({ level: 'silent' }));
});
afterAll(async () => {
  await db.close();
  await database.drop();
});

it('an empty workspace has nobody in it, and is made once', async () => {
  expect(await isNew(db)).toBe(true);
  await setUpEmpty(db);
  expect([await isNew(db), await isWithoutPeople(db)]).toEqual([false, true]);
});

it('the password that a script gives the administrator has to be changed', async () => {
  await setUpAdministrator(db, 'from a script');
  const { rows } = await db.pool.query(
    `select u.username, password_exp_date <= now() as is_over, l.name as level
     from users u join user_levels l on l.id = u.user_level_id`,
  );
  expect(rows).toEqual([{ username: 'admin', is_over: true, level: 'Administrator' }]);
  expect(await isWithoutPeople(db)).toBe(false);
});
