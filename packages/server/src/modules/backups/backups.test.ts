import fs from 'node:fs/promises';
import path from 'node:path';
import type { BackupState } from '@trunkline/contract';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { mailServer } from '../../../test/mail/mail-server.ts';
import { testApp, type TestApp } from '../../../test/app.ts';

const OLD = [1, 2, 3].map((day) => `trunkline-2026-01-0${day}T010000Z.backup`);

let t: TestApp;
let smtp: Awaited<ReturnType<typeof mailServer>>;
const mails: string[] = [];
let folder = '';
beforeAll(async () => {
  // Errors are expected in the log here.
  t = await testApp({ log: pino({ level: 'silent' }) });
  smtp = await mailServer(mails);
  const mail = {
    host: '127.0.0.1',
    port: smtp.port,
    secure: false,
    username: '',
    from: 'desk@trunkline.example',
  };
  await t.as('admin', 'PATCH', '/api/configs/app', { mail });
  await t.platform.db.pool.query(`update users set email = username || '@mail.example'`);
});
afterAll(async () => {
  await t.close();
  await smtp.close();
});
beforeEach(async () => {
  folder = await fs.mkdtemp(path.join(t.dataDir, '..', 'trunkline-backups-'));
  for (const name of OLD) await fs.writeFile(path.join(folder, name), 'old');
  return () => fs.rm(folder, { recursive: true, force: true });
});

const state = async (): Promise<BackupState> =>
  ((await t.as('admin', 'GET', '/api/backups')).body as { data: BackupState }).data;
const set = async (change: object = {}) => {
  const { version, is_on, at, keep } = await state();
  return t.as('admin', 'PUT', '/api/backups', { version, is_on, at, keep, folder, ...change });
};
const ended = async (): Promise<BackupState['runs'][number]> => {
  await expect.poll(async () => (await state()).runs[0]?.state, { timeout: 20_000 }).not.toBe('running');
  return (await state()).runs[0]!;
};
/** Enqueues the job that otherwise runs every minute. */
const look = () => t.platform.db.transaction((tx) => tx.enqueue('backups:look', {}));

it('a backup is started on the page, and the oldest ones beyond the limit are deleted only after it', async () => {
  expect((await set({ keep: 2 })).status).toBe(200);
  expect((await t.as('admin', 'POST', '/api/backups/run')).status).toBe(200);
  const audit = await t.platform.db.pool.query("select user_id from audit_log where action = 'backups.run'");
  expect(audit.rows).toEqual([{ user_id: t.idOf('admin') }]);
  const run = await ended();
  expect(run).toMatchObject({ state: 'done', by: 'Ratna Wijaya', removed: 2, fault: null });
  expect(run.tables_done).toBe(run.tables);
  const names = (await fs.readdir(folder)).toSorted();
  expect(names).toEqual([OLD[2], path.basename(run.file ?? '')]);
  expect((await fs.stat(run.file ?? '')).size).toBe(run.bytes);
});

it('if it fails, no older backup is deleted, no file remains, and administrators are told why', async () => {
  await set({ keep: 1 });
  // The folder is replaced by a file, so that writing to it fails.
  const elsewhere = `${folder}-moved`;
  await fs.rename(folder, elsewhere);
  await fs.writeFile(folder, '');
  await t.as('admin', 'POST', '/api/backups/run');
  expect(await ended()).toMatchObject({ state: 'failed', file: null, removed: 0, fault: 'no_folder' });
  await expect.poll(() => mails.length, { timeout: 10_000 }).toBe(1);
  expect(mails[0]).toContain('To: admin@mail.example');
  expect(mails[0]).toContain('/settings/backup');
  await fs.rm(folder);
  await fs.rename(elsewhere, folder);
  expect((await fs.readdir(folder)).toSorted()).toEqual(OLD);
});

it('the schedule starts one when it is due, however many processes check', async () => {
  await set({ is_on: true, at: '02:00', keep: 9 });
  const runs = async () => (await state()).runs.length;
  const before = await runs();
  await look();
  await look();
  t.clock.advance(24 * 3_600_000);
  await Promise.all([look(), look(), look()]);
  await expect.poll(runs, { timeout: 20_000 }).toBe(before + 1);
  expect(await ended()).toMatchObject({ state: 'done', by: null });
  expect(Date.parse((await state()).next_at ?? '')).toBeGreaterThan(t.clock.now().getTime());
});

it('only one runs at a time', async () => {
  await t.platform.db.pool.query('insert into backup_runs (started_at) values (now())');
  expect(await t.as('admin', 'POST', '/api/backups/run')).toMatchObject({
    status: 409,
    body: { code: 'conflict' },
  });
  await t.platform.db.pool.query("delete from backup_runs where state = 'running'");
});

it.each([
  ['relative', 'not_absolute', () => 'backups'],
  ['within what is backed up', 'inside', () => path.join(t.dataDir, 'files')],
  ['a file', 'no_folder', () => path.join(folder, OLD[0] ?? '')],
])('a folder that is %s is refused', async (_what, fault, place) => {
  expect(await set({ folder: place() })).toMatchObject({
    status: 400,
    body: { code: 'invalid', details: [{ path: 'folder', message: fault }] },
  });
});

it('of two administrators the second is told, and agents see none of it', async () => {
  const { version } = await state();
  expect((await set()).status).toBe(200);
  expect(await set({ version })).toMatchObject({ status: 409, body: { code: 'stale' } });
  expect((await t.as('dewi', 'GET', '/api/backups')).status).toBe(403);
  expect((await t.as('dewi', 'POST', '/api/backups/run')).status).toBe(403);
});

it('reports how much is in the data folder, and how much space is free', async () => {
  const { body } = await t.as('admin', 'GET', '/api/storage');
  const { data } = body as { data: { folder: string; free_bytes: number; parts: { database: number } } };
  expect(data.folder).toBe(t.dataDir);
  expect(data.free_bytes).toBeGreaterThan(0);
  expect(data.parts.database).toBeGreaterThan(1_000_000);
});
