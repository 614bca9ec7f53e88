import fs from 'node:fs/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { testApp, type TestApp } from '../../../../test/app.ts';
import type { Username } from '../../../../test/people.ts';
import { recordedCalls } from '../../../../test/recorded.ts';

const DAY_MS = 24 * 3_600_000;

let app: TestApp;
let made: ReturnType<typeof recordedCalls>;
let call: { callId: number; ticketId: number };
beforeAll(async () => {
  app = await testApp();
  made = recordedCalls(app, await app.widget());
  call = await made.endedCall();
});
afterAll(() => app.close());

const settings = (keep_days: number | null) =>
  app.as('admin', 'PATCH', '/api/configs/app', {
    recording: { voice: null, video: null, departments: [], keep_days },
  });
const expire = () => app.app.modules.calls.recordings.expire();
const keep = (who: Username, id: number, is_kept: boolean) =>
  app.as(who, 'POST', `/api/recordings/${id}/keep`, { is_kept });

beforeEach(() => settings(30));

describe('a recording whose retention has ended', () => {
  test('is deleted with all its files, and the ticket still says that there was one', async () => {
    const one = await made.record(call);
    app.clock.advance(29 * DAY_MS);
    await expire();
    expect(await made.shown(one)).toMatchObject({ state: 'ready', deleted_after_days: null });
    expect(await made.exists(one.folder)).toBe(true);
    app.clock.advance(DAY_MS);
    await expire();
    expect(await made.shown(one)).toMatchObject({
      state: 'deleted',
      parts: [],
      deletes_at: null,
      deleted_after_days: 30,
    });
    expect(await made.exists(one.folder)).toBe(false);
    expect(await made.audited(one.id)).toEqual([
      { action: 'recording.deleted', user_id: null, details: { call_id: call.callId, after_days: 30 } },
    ]);
    expect((await app.as('admin', 'GET', `/api/recordings/${one.id}/parts/1`)).status).toBe(404);
    expect((await keep('admin', one.id, true)).status).toBe(409);
  });

  test('stays while somebody has marked it to be kept, and is deleted afterwards', async () => {
    const one = await made.record(call);
    expect(await keep('supervisor', one.id, true)).toMatchObject({
      status: 200,
      body: { data: { is_kept: true, deletes_at: null } },
    });
    app.clock.advance(400 * DAY_MS);
    await expire();
    expect(await made.shown(one)).toMatchObject({ state: 'ready', is_kept: true });
    await keep('supervisor', one.id, false);
    await expire();
    expect((await made.shown(one))?.state).toBe('deleted');
    expect((await made.audited(one.id)).map(({ action }) => action)).toEqual([
      'recording.kept',
      'recording.released',
      'recording.deleted',
    ]);
  });

  test('does not exist where recordings are kept for ever', async () => {
    await settings(null);
    const one = await made.record(call);
    app.clock.advance(4000 * DAY_MS);
    await expire();
    expect(await made.shown(one)).toMatchObject({ state: 'ready', deletes_at: null });
    expect(await made.exists(one.folder)).toBe(true);
  });

  test('is announced beforehand, with the day', async () => {
    const one = await made.record(call);
    const shown = await made.shown(one);
    expect(Date.parse(shown?.deletes_at ?? '') - Date.parse(shown?.ended_at ?? '')).toBe(30 * DAY_MS);
  });
});

describe('a nightly deletion that was interrupted', () => {
  test('between the files and the row: the next run marks it as deleted', async () => {
    const one = await made.record(call);
    await fs.rm(one.folder, { recursive: true });
    app.clock.advance(31 * DAY_MS);
    await expire();
    expect(await made.shown(one)).toMatchObject({ state: 'deleted', deleted_after_days: 30 });
  });

  test('the other way round, as after a restored disk: files of a deleted recording go', async () => {
    const one = await made.record(call);
    app.clock.advance(31 * DAY_MS);
    await expire();
    await made.writeFiles(one.folder.split('/').at(-1) ?? '');
    await settings(null);
    await expire();
    expect(await made.exists(one.folder)).toBe(false);
    expect(await made.audited(one.id)).toHaveLength(1);
  });

  test('files without a row are deleted at the same age, and not before', async () => {
    const folder = await made.writeFiles('EG_nobodys');
    const ahead = app.clock.now().getTime() - Date.now();
    const changed = new Date(Date.now() + ahead);
    await fs.utimes(folder, changed, changed);
    await expire();
    expect(await made.exists(folder)).toBe(true);
    app.clock.advance(31 * DAY_MS);
    await expire();
    expect(await made.exists(folder)).toBe(false);
  });

  test('by a file that cannot be deleted: the others are deleted, and that one is retried', async () => {
    const [stuck, other] = [await made.record(call), await made.record(call)];
    app.clock.advance(31 * DAY_MS);
    const { q } = app.platform.db;
    await q
      .updateTable('call_recordings')
      .set({ egress_id: 'no folder of ours' })
      .where('id', '=', stuck.id)
      .execute();
    await expire();
    expect((await made.shown(stuck))?.state).toBe('ready');
    expect((await made.shown(other))?.state).toBe('deleted');
    await q.deleteFrom('call_recordings').where('id', '=', stuck.id).execute();
  });

  test('two at once delete each recording once', async () => {
    const one = await made.record(call);
    app.clock.advance(31 * DAY_MS);
    await Promise.all([expire(), expire(), expire()]);
    expect(await made.audited(one.id)).toHaveLength(1);
  });
});

describe('who may do what with a recording', () => {
  test.each<[Username, { plays: number; takes: number }]>([
    ['admin', { plays: 200, takes: 200 }],
    ['supervisor', { plays: 200, takes: 200 }],
    ['qa', { plays: 200, takes: 403 }],
    ['dewi', { plays: 200, takes: 403 }],
    // Sarah belongs to another department, so for her the recording does not exist.
    ['sarah', { plays: 404, takes: 403 }],
  ])('%s: %j', async (who, { plays, takes }) => {
    const { id } = await made.record(call);
    const get = async (path: string) => (await app.as(who, 'GET', `/api/recordings/${id}/${path}`)).status;
    expect(await get('parts/1')).toBe(plays);
    const heard = (await made.audited(id)).map(({ action }) => action);
    expect(heard).toEqual(plays === 200 ? ['recording.played'] : []);
    expect(await get('waveform')).toBe(plays);
    expect(await get('parts/1/download')).toBe(takes);
    expect((await keep(who, id, true)).status).toBe(takes);
  });

  test('nobody can keep recordings of tickets that they do not see', async () => {
    const { id } = await made.record(call);
    await sql`update user_level_modules set module_activity_code = 'VIEW,RECORDING_DOWNLOAD,RECORDING_KEEP'
      where module_code = 'TICKETS' and user_level_id = (select user_level_id from users where username = 'sarah')`.execute(
      app.platform.db.q,
    );
    await sql`update user_levels set version = version + 1`.execute(app.platform.db.q);
    const download = async (who: Username) =>
      (await app.as(who, 'GET', `/api/recordings/${id}/parts/1/download`)).status;
    await expect.poll(() => download('sarah')).toBe(404);
    expect((await keep('sarah', id, true)).status).toBe(404);
    expect(await download('dewi')).toBe(200);
    expect(await made.audited(id)).toHaveLength(1);
  });

  test('a download is an attachment, and is in the audit log', async () => {
    const { id } = await made.record(call);
    const { headers, body } = await app.app.http.app.inject({
      url: `/api/recordings/${id}/parts/1/download`,
      headers: { authorization: `Bearer ${await app.signIn('supervisor')}` },
    });
    expect(body).toBe('0123456789');
    expect(headers['content-disposition']).toBe(`attachment; filename="call-${call.callId}-${id}-1.webm"`);
    expect(await made.audited(id)).toEqual([
      {
        action: 'recording.downloaded',
        user_id: app.idOf('supervisor'),
        details: { ticket_id: call.ticketId, call_id: call.callId, part: 1, of: 'Putri' },
      },
    ]);
  });

  test('the loudness of people comes with what they are in the call', async () => {
    const { id, folder } = await made.record(call);
    const waveform = async () => (await app.as('qa', 'GET', `/api/recordings/${id}/waveform`)).body;
    expect(await waveform()).toEqual({
      data: { step_ms: 100, people: [{ name: 'Putri', role: 'guest', peaks: [0, 40, 90] }] },
    });
    await fs.rm(`${folder}/peaks.json`);
    expect(await waveform()).toEqual({ data: { step_ms: 100, people: [] } });
  });
});

test('in an upgraded workspace supervisors may download recordings, and nobody else', async () => {
  const { q } = app.platform.db;
  const before = 'VIEW,CREATE,REPLY,NOTE,EDIT,ASSIGN,TRANSFER,SOLVE';
  await sql`update user_level_modules set module_activity_code = ${before} where module_code = 'TICKETS'`.execute(
    q,
  );
  const file = new URL('../../../../migrations/0015_recording_retention.sql', import.meta.url);
  const text = await fs.readFile(file, 'utf8');
  await sql.raw(text.slice(text.indexOf('update user_level_modules'))).execute(q);
  const { rows } = await sql<{ name: string; codes: string }>`
    select l.name, m.module_activity_code as codes from user_level_modules m join user_levels l on l.id = m.user_level_id
    where m.module_code = 'TICKETS' order by l.id`.execute(q);
  const granted = `${before},RECORDING_DOWNLOAD,RECORDING_KEEP`;
  expect(rows).toEqual([
    { name: 'Administrator', codes: granted },
    { name: 'Supervisor', codes: granted },
    { name: 'QA analyst', codes: before },
    { name: 'Agent', codes: before },
    { name: 'Campaign manager', codes: before },
  ]);
});
