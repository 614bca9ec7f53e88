import fs from 'node:fs/promises';
import path from 'node:path';
import type { CallParticipants, CallRecording, RoomDial, VisitorCall } from '@trunkline/contract';
import { RoomServiceClient } from 'livekit-server-sdk';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { testApp, type TestApp } from '../../../../test/app.ts';
import { readRange } from './recording-files.ts';

let app: TestApp;
let widget: string;
let keys = 0;

beforeAll(async () => {
  app = await testApp({ recording: 'always' });
  widget = await app.widget();
});
afterAll(() => app.close());

/** The first test that needs the media server starts it, which takes some time. */
const SOON = { timeout: 15_000 };

type RunningCall = { id: number; ticketId: number; room: string; visitor: string };
let on: RunningCall | undefined;
afterEach(async () => {
  if (on) await hangUp(on);
  on = undefined;
  await app.as('dewi', 'PUT', '/api/user/activity', { user_activity_id: 1 });
});

/** A call that Dewi has picked up. */
async function call(): Promise<RunningCall> {
  const dewi = await app.connect('dewi');
  await dewi.timeout(5000).emitWithAck('extension-join-room', 'ext-dewi');
  await dewi.timeout(5000).emitWithAck('resume', { after: null, topics: [] });
  await app.as('dewi', 'PUT', '/api/user/activity', { user_activity_id: 6 });
  const visitor = await app.visitor(widget);
  const rings = new Promise<RoomDial>((resolve) => void dewi.once('daily-dial', resolve));
  keys += 1;
  const body = { client_key: `recorded-${keys}`, kind: 'voice', name: 'Joko' };
  const begun = await app.call('POST', '/api/livechat/calls', { token: visitor, body });
  const { room_name: room } = (begun.body as { data: VisitorCall }).data;
  const { ticket_id: ticketId, media_id } = await rings;
  const answer = await app.as('dewi', 'POST', '/api/voip/daily/pickup', {
    room_name: room,
    ticket_id: String(ticketId),
    media_id,
    user_level_id: 1,
  });
  const { call_id: id } = (answer.body as { data: { call_id: number } }).data;
  dewi.disconnect();
  on = { id, ticketId, room, visitor };
  return on;
}

const hangUp = ({ room }: RunningCall) =>
  app.as('dewi', 'DELETE', '/api/voip/daily/hangup', { room_name: room, user_level_id: 1 });

async function recordingsOf({ ticketId, id }: RunningCall): Promise<CallRecording[]> {
  const { body } = await app.as('dewi', 'GET', `/api/tickets/${ticketId}/calls`);
  const calls = (body as { data: { id: number; recordings: CallRecording[] }[] }).data;
  return calls.find((each) => each.id === id)?.recordings ?? [];
}

const statesOf = async (one: RunningCall) => (await recordingsOf(one)).map(({ state }) => state);

const record = (one: RunningCall, is_recording: boolean, who: 'dewi' | 'budi' = 'dewi') =>
  app.as(who, 'POST', `/api/calls/${one.id}/recording`, { is_recording });

/** Whether participants of the room are shown that it is recorded. */
async function isAnnounced({ room }: RunningCall): Promise<boolean> {
  const { key, secret, port } = app.media;
  const rooms = new RoomServiceClient(`http://127.0.0.1:${await port()}`, key, secret);
  return (await rooms.listRooms([room]))[0]?.activeRecording ?? false;
}

async function folderOf(one: RunningCall): Promise<string> {
  const { egress_id: egressId } = await app.platform.db.q
    .selectFrom('call_recordings')
    .select('egress_id')
    .where('call_id', '=', one.id)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  return path.join(app.media.recordings, egressId);
}

type Manifest = { status: string; parts: object[] };
const manifestOf = async (folder: string) =>
  JSON.parse(await fs.readFile(path.join(folder, 'manifest.json'), 'utf8')) as Manifest;

/** Ends the recording with one file in it, as if the customer had spoken. */
async function finishWithFile(one: RunningCall, bytes: Buffer): Promise<void> {
  const folder = await folderOf(one);
  await expect.poll(async () => (await manifestOf(folder)).status, SOON).toBe('complete');
  const part = {
    file: '001.webm',
    identity: 'visitor-1',
    name: 'Joko',
    offset_ms: 120,
    duration_ms: 3000,
    bytes: bytes.length,
    tracks: [{ sid: 'TR_1', kind: 'audio', source: 'microphone' }],
  };
  await fs.writeFile(path.join(folder, part.file), bytes);
  const done = { ...(await manifestOf(folder)), parts: [part] };
  await fs.writeFile(path.join(folder, 'manifest.json'), JSON.stringify(done));
  await app.app.modules.calls.recordings.reconcile();
}

describe('a call that is picked up', () => {
  test('is recorded, everybody in the room is told, and the recording ends with it', async () => {
    const one = await call();
    await expect.poll(() => statesOf(one), SOON).toEqual(['recording']);
    expect(await isAnnounced(one)).toBe(true);
    await hangUp(one);
    await expect.poll(async () => (await manifestOf(await folderOf(one))).status, SOON).toBe('complete');
    await app.app.modules.calls.recordings.reconcile();
    expect(await statesOf(one)).toEqual(['ready']);
  });

  test(
    'is not recorded while its agent says so, and goes on in a second recording',
    { tags: 'full' },
    async () => {
      const one = await call();
      await expect.poll(() => statesOf(one), SOON).toEqual(['recording']);
      expect(await record(one, false)).toMatchObject({
        status: 200,
        body: { data: { is_recording: false } },
      });
      expect(await isAnnounced(one)).toBe(false);
      await app.app.modules.calls.recordings.reconcile();
      expect(await statesOf(one)).not.toContain('recording');
      expect(await record(one, true)).toMatchObject({ status: 200, body: { data: { is_recording: true } } });
      expect(await isAnnounced(one)).toBe(true);
      expect(await statesOf(one)).toHaveLength(2);
    },
  );

  test('is not recorded while the customer is on hold; after that as before', { tags: 'full' }, async () => {
    const one = await call();
    const hold = (is_held: boolean) => app.as('dewi', 'POST', `/api/calls/${one.id}/hold`, { is_held });
    await expect.poll(() => statesOf(one), SOON).toEqual(['recording']);
    await hold(true);
    expect(await isAnnounced(one)).toBe(false);
    expect((await record(one, true)).body).toMatchObject({ data: { is_recording: false } });
    await hold(false);
    expect(await isAnnounced(one)).toBe(true);
    expect(await statesOf(one)).toHaveLength(2);
    await record(one, false);
    await hold(true);
    await hold(false);
    expect(await isAnnounced(one)).toBe(false);
    expect(await statesOf(one)).toHaveLength(2);
  });

  test('has one recording, however often it is asked for', async () => {
    const one = await call();
    await Promise.all([record(one, true), record(one, true), record(one, true)]);
    expect((await statesOf(one)).filter((state) => state === 'recording')).toHaveLength(1);
  });

  test('is not recorded by anybody who is not in it', { tags: 'full' }, async () => {
    const one = await call();
    expect((await record(one, false, 'budi')).status).toBe(404);
  });
});

describe('the settings say which calls are recorded', () => {
  type Rules = { voice: string | null; video: string | null; departments: object[] };
  const setRecordingRules = (rules: Partial<Rules>) =>
    app.as('admin', 'PATCH', '/api/configs/app', {
      recording: { voice: null, video: null, departments: [], keep_days: null, ...rules },
    });
  afterEach(() => setRecordingRules({}));

  const seen = async ({ visitor, id }: RunningCall) => {
    const outside = await app.call('GET', '/api/livechat/calls/current', { token: visitor });
    const participants = await app.as('dewi', 'GET', `/api/calls/${id}/inside`);
    const { is_recorded, recording } = (outside.body as { data: VisitorCall }).data;
    return {
      is_recorded,
      recording,
      inside: (participants.body as { data: CallParticipants }).data.recording,
    };
  };

  test('a department’s own rule applies, and both sides see it', async () => {
    const [care] = app.departmentIds;
    await setRecordingRules({ departments: [{ department_id: care, voice: 'never', video: null }] });
    const one = await call();
    expect(await seen(one)).toEqual({ is_recorded: false, recording: 'off', inside: 'off' });
    expect((await record(one, true)).status).toBe(409);
    expect(await statesOf(one)).toEqual([]);
  });

  test(
    'on demand it begins when its agent says so, and is paused when they say so',
    { tags: 'full' },
    async () => {
      await setRecordingRules({ voice: 'on_demand' });
      const one = await call();
      expect(await seen(one)).toEqual({ is_recorded: true, recording: 'off', inside: 'off' });
      await record(one, true);
      expect(await seen(one)).toMatchObject({ recording: 'on', inside: 'on' });
      await record(one, false);
      expect(await seen(one)).toMatchObject({ recording: 'paused', inside: 'paused' });
    },
  );

  test('a setting for video does not apply to voice', { tags: 'full' }, async () => {
    await setRecordingRules({ video: 'never' });
    const one = await call();
    expect((await seen(one)).recording).toBe('on');
    await expect.poll(() => statesOf(one), SOON).toEqual(['recording']);
    expect((await seen(one)).inside).toBe('on');
  });

  test(
    'a running recording can be stopped after the settings forbid recording, and is not started again',
    { tags: 'full' },
    async () => {
      const one = await call();
      await expect.poll(() => statesOf(one), SOON).toEqual(['recording']);
      await setRecordingRules({ voice: 'never' });
      expect((await record(one, false)).status).toBe(200);
      expect(await isAnnounced(one)).toBe(false);
      expect((await record(one, true)).status).toBe(409);
    },
  );
});

describe('a file of a recording', () => {
  const bytes = Buffer.from('0123456789'.repeat(100));
  const get = async (id: number, who: 'dewi' | undefined, range?: string) =>
    app.app.http.app.inject({
      method: 'GET',
      url: `/api/recordings/${id}/parts/1`,
      headers: {
        ...(who && { authorization: `Bearer ${await app.signIn(who)}` }),
        ...(range && { range }),
      },
    });

  test('is given to who may see the ticket, whole or in ranges', async () => {
    const one = await call();
    await expect.poll(() => statesOf(one), SOON).toEqual(['recording']);
    await record(one, false);
    await finishWithFile(one, bytes);
    const [recording] = await recordingsOf(one);
    expect(recording).toMatchObject({
      state: 'ready',
      parts: [
        { number: 1, name: 'Joko', role: 'customer', offset_ms: 120, duration_ms: 3000, has_video: false },
      ],
    });
    const id = recording?.id ?? 0;
    const whole = await get(id, 'dewi');
    expect(whole).toMatchObject({
      statusCode: 200,
      headers: { 'content-type': 'video/webm', 'accept-ranges': 'bytes' },
    });
    expect(whole.rawPayload).toEqual(bytes);
    const piece = await get(id, 'dewi', 'bytes=5-14');
    expect(piece).toMatchObject({
      statusCode: 206,
      headers: { 'content-range': 'bytes 5-14/1000' },
      body: '5678901234',
    });
    expect((await get(id, 'dewi', 'bytes=-3')).body).toBe('789');
    expect((await get(id, 'dewi', 'bytes=5000-')).statusCode).toBe(416);
    expect((await get(id, undefined)).statusCode).toBe(401);
    expect((await get(id + 1000, 'dewi')).statusCode).toBe(404);
  });
});

test.each([
  [undefined, 'whole'],
  ['bytes=0-0', { start: 0, end: 0 }],
  ['bytes=90-200', { start: 90, end: 99 }],
  ['bytes=95-', { start: 95, end: 99 }],
  ['bytes=-10', { start: 90, end: 99 }],
  ['bytes=-1000', { start: 0, end: 99 }],
  ['bytes=100-', 'none'],
  ['bytes=9-3', 'none'],
  ['bytes=0-1,5-6', 'whole'],
  ['pages=1-2', 'whole'],
  ['bytes=-', 'whole'],
] as const)('the range %s of a hundred bytes', (header, expected) => {
  expect(readRange(header, 100)).toEqual(expected);
});
