import type { SetupState } from '@trunkline/contract';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { testApp, type TestApp } from '../../../test/app.ts';

const ADMINISTRATOR = {
  fullname: 'Rina Hartono',
  username: 'rina',
  email: 'rina@centre.example',
  password: 'sate ayam madura 12',
  language: 'id',
};

let t: TestApp;
beforeEach(async () => {
  t = await testApp();
});
afterEach(() => t.close());

const query = (text: string) => t.platform.db.pool.query(text);
const open = () => t.app.modules.firstRun.open();
const deactivateAll = () => query('update users set is_active = false');
const create = (word: string, change: object = {}) =>
  t.call('POST', '/api/first-run/administrator', { body: { ...ADMINISTRATOR, word, ...change } });
const isOpen = async () =>
  ((await t.call('GET', '/api/first-run')).body as { data: { is_open: boolean } }).data.is_open;

it('the first administrator is made with the word of the start, signs in with their own password, and is the last', async () => {
  await deactivateAll();
  const word = (await open()) ?? '';
  expect(await open()).toBe(word);
  expect(await isOpen()).toBe(true);
  expect(await create('')).toMatchObject({ status: 403, body: { code: 'wrong_word' } });
  expect(await create(`${word}x`)).toMatchObject({ status: 403, body: { code: 'wrong_word' } });
  expect(await create(word, { password: 'password12' })).toMatchObject({
    status: 422,
    body: { code: 'weak_password', details: { reason: 'too_common' } },
  });
  expect(await create(word, { username: 'Admin' })).toMatchObject({
    status: 409,
    body: { code: 'duplicate' },
  });
  expect(await create(word)).toMatchObject({ status: 200 });

  const { username, password } = ADMINISTRATOR;
  const signedIn = await t.call('POST', '/api/auth/login', { body: { username, password } });
  const { token } = signedIn.body as { token: string };
  const setup = await t.call('GET', '/api/setup', { token });
  expect(setup).toMatchObject({ status: 200, body: { data: { step: 'organisation' } } });
  expect(await create(word, { username: 'second', email: null })).toMatchObject({
    status: 409,
    body: { code: 'set_up_already' },
  });
  expect(await open()).toBeUndefined();
});

it('of two browsers at once one wins, and the other is told', async () => {
  await deactivateAll();
  const word = (await open()) ?? '';
  const answers = await Promise.all([create(word), create(word, { username: 'other', email: null })]);
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  const { rows } = await query('select count(*)::int as people from users where is_active');
  expect(rows).toEqual([{ people: 1 }]);
});

it.each([
  ['the row is lost', 'delete from first_run'],
  ['it says that nobody was there yet', "update first_run set set_up_at = null, step = 'organisation'"],
])(
  'whatever the mark says, strangers get no wizard while somebody is there: %s',
  { tags: 'full' },
  async (_what, statement) => {
    await query(statement);
    expect(await isOpen()).toBe(false);
    expect(await create('')).toMatchObject({ status: 409, body: { code: 'set_up_already' } });
    // The next start restores the row, and prints no set-up token.
    expect(await open()).toBeUndefined();
    const { rows } = await query('select set_up_at is not null as is_set_up, step from first_run');
    expect(rows).toEqual([{ is_set_up: true, step: 'done' }]);
  },
);

it(
  'whoever has no password because a provider signs them in is somebody, too',
  { tags: 'full' },
  async () => {
    await query(`update users set is_active = username = 'dewi', password_hash = ''`);
    expect(await open()).toBeUndefined();
    expect(await create('')).toMatchObject({ status: 409, body: { code: 'set_up_already' } });
  },
);

it('a word that was used opens nothing when the wizard opens once more', { tags: 'full' }, async () => {
  await deactivateAll();
  const word = (await open()) ?? '';
  expect((await create(word)).status).toBe(200);
  await deactivateAll();
  const other = await open();
  expect(other).not.toBe(word);
  expect(await create(word, { username: 'again', email: null })).toMatchObject({
    status: 403,
    body: { code: 'wrong_word' },
  });
});

it('the checklist says what is still to do from how things are, until it is done or not wanted', async () => {
  const state = async (change?: object): Promise<SetupState> => {
    const answer = change
      ? await t.as('admin', 'PATCH', '/api/setup', change)
      : await t.as('admin', 'GET', '/api/setup');
    return (answer.body as { data: SetupState }).data;
  };
  const toDo = ({ items }: SetupState) =>
    items.filter((each) => !each.is_done && !each.is_dismissed).map(({ item }) => item);
  expect(toDo(await state())).toEqual([
    'hours',
    'channel',
    'mailbox',
    'outgoing_mail',
    'wrap_up',
    'categories',
    'backup',
  ]);
  await t.widget();
  await t.as('admin', 'POST', '/api/settings/categories', { values: { name: 'Delivery' } });
  const hours = { name: 'Office', time_zone: 'Asia/Jakarta', hours: 'Mo-Fr 08:00-17:00', is_default: true };
  await t.as('admin', 'POST', '/api/settings/office_hours', { values: hours });
  await query('update departments set wrap_up_seconds = 90');
  const schedule = { version: 1, is_on: true, at: '02:00', folder: '', keep: 7 };
  await t.as('admin', 'PUT', '/api/backups', schedule);
  expect(toDo(await state())).toEqual(['mailbox', 'outgoing_mail']);
  expect(toDo(await state({ dismissed: ['mailbox'] }))).toEqual(['outgoing_mail']);
  expect((await state()).is_open).toBe(true);
  expect((await state({ dismissed: ['mailbox', 'outgoing_mail'] })).is_open).toBe(false);
  expect((await state({ dismissed: [] })).is_open).toBe(true);
  expect(await state({ is_hidden: true, step: 'done' })).toMatchObject({ is_open: false, step: 'done' });
  expect((await t.as('dewi', 'GET', '/api/setup')).status).toBe(403);
});
