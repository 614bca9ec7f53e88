/** @module-tag full */
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import http from 'node:http';
import type { Socket } from 'node:net';
import type {
  BodyOf,
  changeEscort,
  Escort,
  JoinCredentials,
  Level,
  LiveCalls,
  RoomDial,
  RoomEntry,
} from '@trunkline/contract';
import { AccessToken, RoomServiceClient, TokenVerifier } from 'livekit-server-sdk';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { testApp, type TestApp } from '../../../../test/app.ts';
import { nextEvent, phones } from '../../../../test/telephony/phones.ts';

type Mode = BodyOf<typeof changeEscort>['mode'];
type Answer<T> = { status: number; body: T };
type EscortStart = { data: Escort; join: { url: string; token: string } | null };

let app: TestApp;
let widget: string;
let keys = 0;
const told: Escort[] = [];
const lines: Socket[] = [];

const { ready, call, pickUp, hangUp } = phones(
  () => app,
  () => widget,
);

beforeAll(async () => {
  app = await testApp();
  widget = await app.widget();
  const socket = await app.connect('supervisor');
  socket.on('escort-changed', (one: Escort) => void told.push(one));
});
afterAll(() => app.close());
afterEach(async () => {
  for (const line of lines.splice(0)) line.destroy();
  for (const { room_name: room } of rooms.splice(0)) await hangUp('dewi', room);
  told.splice(0);
});

const rooms: { room_name: string }[] = [];

/** A customer talks with Dewi. */
async function startCall(): Promise<JoinCredentials> {
  const dewi = await ready('dewi');
  const rings = nextEvent<RoomDial>(dewi, 'daily-dial');
  await call('voice');
  const { body } = await pickUp('dewi', await rings);
  if (!body.data) throw new Error('the call was not picked up');
  rooms.push(body.data);
  return body.data;
}

function attend(callId: number, mode: Mode = 'listen', token?: string) {
  keys += 1;
  const body = { client_key: `escort-key-${keys}`, mode };
  const path = `/api/monitoring/calls/${callId}/escorts`;
  const answer = token ? app.call('POST', path, { token, body }) : app.as('supervisor', 'POST', path, body);
  return answer as Promise<Answer<EscortStart>>;
}
const change = (id: number, mode: Mode) =>
  app.as('supervisor', 'PATCH', `/api/monitoring/escorts/${id}`, { mode }) as Promise<
    Answer<{ data: Escort }>
  >;
const leave = (id: number) => app.as('supervisor', 'DELETE', `/api/monitoring/escorts/${id}`);

async function attending(callId: number, mode: Mode = 'listen') {
  const { status, body } = await attend(callId, mode);
  expect(status).toBe(200);
  return { id: body.data.id, token: body.join?.token ?? '' };
}

const enter = (room: string, token: string) =>
  app.call('POST', `/api/rooms/${room}/enter`, { body: { token, user_name: 'Somebody' } }) as Promise<
    Answer<{ data: RoomEntry }>
  >;

/** What the media server is told of somebody by their media token. */
async function grantOf(room: string, token: string) {
  const { data } = (await enter(room, token)).body;
  const verifier = new TokenVerifier(app.media.key, app.media.secret);
  const { video, attributes } = await verifier.verify(data.media.token);
  return { video, attributes, media: data.media.token, entry: data };
}

/** Opens a web socket to the media server with a media token; returns the status code. */
async function openLine(token: string): Promise<number> {
  const request = http.get(`${app.url()}/media/rtc?access_token=${token}`, {
    headers: {
      connection: 'Upgrade',
      upgrade: 'websocket',
      'sec-websocket-version': '13',
      'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
    },
  });
  const [{ statusCode = 0 }, socket] = (await Promise.race([
    once(request, 'upgrade'),
    once(request, 'response'),
  ])) as [http.IncomingMessage, Socket?];
  if (socket) lines.push(socket.on('error', () => undefined));
  return statusCode;
}

/** Everybody whom the media server has in the room, with what they may. */
async function inRoom(room: string) {
  const at = `http://127.0.0.1:${await app.media.port()}`;
  const service = new RoomServiceClient(at, app.media.key, app.media.secret);
  const people = await service.listParticipants(room).catch(() => []);
  return people.map(({ identity, permission, attributes }) => ({
    identity,
    hidden: permission?.hidden,
    sends: permission?.canPublish,
    writes: permission?.canPublishData,
    shownTo: attributes['shown_to'],
  }));
}

/** Reports to us, as the media server does, that somebody has left. */
async function report(room: string, identity: string): Promise<void> {
  const body = JSON.stringify({ event: 'participant_left', room: { name: room }, participant: { identity } });
  const token = new AccessToken(app.media.key, app.media.secret, { ttl: '5m' });
  token.sha256 = createHash('sha256').update(body).digest('base64');
  const answer = await app.app.http.app.inject({
    method: 'POST',
    url: '/api/rooms/events',
    headers: { authorization: await token.toJwt(), 'content-type': 'application/webhook+json' },
    payload: body,
  });
  expect(answer.statusCode).toBe(200);
}

/** Has it looked now whether somebody's page is back: delayed jobs go by the database's clock. */
async function lookNow(): Promise<void> {
  await expect.poll(countLooks).toBe(1);
  await app.platform.db.pool.query(
    `update graphile_worker._private_jobs set run_at = now() where task_id =
      (select id from graphile_worker._private_tasks where identifier = 'rooms:escort-look')`,
  );
  await expect.poll(countLooks, { timeout: 20_000 }).toBe(0);
}

/** How often it will be looked whether somebody's page is back. */
async function countLooks(): Promise<number> {
  const { rows } = await app.platform.db.pool.query<{ n: number }>(
    `select count(*)::int as n from graphile_worker.jobs where task_identifier = 'rooms:escort-look'`,
  );
  return rows[0]?.n ?? 0;
}

const audit = async (callId: number) =>
  (
    await app.platform.db.q
      .selectFrom('audit_log')
      .select(['action', 'user_id', 'details'])
      .where('subject', '=', String(callId))
      .where('action', 'like', 'room-call.%')
      .orderBy('id')
      .execute()
  ).map(({ action, user_id: userId, details }) => {
    const { mode, why } = details as { mode?: string; why?: string };
    return `${action} ${mode ?? why ?? ''} ${userId === app.idOf('supervisor')}`;
  });

async function calls(): Promise<LiveCalls> {
  const { body } = await app.as('supervisor', 'GET', '/api/monitoring/calls');
  return (body as { data: LiveCalls }).data;
}

/** Sets what the supervisors' role may do in monitoring. */
async function mayMonitor(codes: string): Promise<void> {
  const { data } = (await app.as('admin', 'GET', '/api/levels')).body as { data: Level[] };
  const level = data.find(({ name }) => name === 'Supervisor');
  const modules = level?.modules.map((row) =>
    row.module_code === 'MONITORING' ? { ...row, module_activity_code: codes } : row,
  );
  const body = { version: level?.version, modules };
  expect((await app.as('admin', 'PATCH', `/api/levels/${level?.id}`, body)).status).toBe(200);
}

it('listens, whispers to the agent and joins; the media server is told who may know and receive', async () => {
  const { call_id: callId, room_name: room } = await startCall();
  const { id, token } = await attending(callId);
  const listening = await grantOf(room, token);
  expect(listening.entry).toMatchObject({ role: 'supervisor', user_name: 'Michael Tan', is_owner: false });
  expect(listening.video).toMatchObject({ hidden: true, canPublish: false, canPublishData: false });
  expect(await openLine(listening.media)).toBe(101);
  const own = { identity: `supervisor-${app.idOf('supervisor')}` };
  const now = async () => (await inRoom(room)).find(({ identity }) => identity === own.identity);
  await expect.poll(now).toMatchObject({ hidden: true, sends: false, writes: false });

  expect((await change(id, 'whisper')).body.data).toMatchObject({ id, mode: 'whisper', state: 'attending' });
  expect(await now()).toMatchObject({ hidden: true, sends: true, writes: false, shownTo: 'owners' });
  // A token from before the change opens nothing.
  expect(await openLine(listening.media)).toBe(401);
  const whispering = await grantOf(room, token);
  expect(whispering.video).toMatchObject({ hidden: true, canPublishSources: ['microphone'] });
  expect(whispering.attributes).toMatchObject({ escort: 'whisper', shown_to: 'owners' });

  await change(id, 'barge');
  expect(await now()).toMatchObject({ hidden: false, sends: true, writes: true });
  await change(id, 'listen');
  expect(await now()).toMatchObject({ hidden: true, sends: false, writes: false });
  expect((await calls()).escorts).toMatchObject([{ id, call_id: callId, mode: 'listen' }]);
  expect((await calls()).calls).toMatchObject([{ call_id: callId, can_attend: true, is_telephone: false }]);

  expect((await leave(id)).status).toBe(200);
  await expect.poll(now).toBeUndefined();
  expect((await enter(room, token)).status).toBe(410);
  expect(told.map(({ mode, state }) => `${mode} ${state}`)).toEqual([
    'listen attending',
    'whisper attending',
    'barge attending',
    'listen attending',
    'listen ended',
  ]);
  expect(await audit(callId)).toEqual([
    'room-call.attended listen true',
    'room-call.attended whisper true',
    'room-call.attended barge true',
    'room-call.attended listen true',
    'room-call.left left true',
  ]);
  expect((await calls()).calls).toMatchObject([{ call_id: callId, state: 'connected' }]);
});

it('is nobody of the call: not in its people, its time line, or the agent’s list', async () => {
  const { call_id: callId, room_name: room, ticket_id: ticketId } = await startCall();
  const line = async () => (await app.as('dewi', 'GET', `/api/tickets/${ticketId}/timeline`)).body;
  const inside = async () => (await app.as('dewi', 'GET', `/api/calls/${callId}/inside`)).body;
  const before = [await line(), await inside()];
  const { token } = await attending(callId, 'barge');
  const { media } = await grantOf(room, token);
  expect(await openLine(media)).toBe(101);
  await expect.poll(async () => (await inRoom(room)).length).toBe(1);
  expect([await line(), await inside()]).toEqual(before);
  const people = await app.platform.db.q.selectFrom('call_people').select('identity').execute();
  expect(people.filter(({ identity }) => identity.startsWith('supervisor'))).toEqual([]);
});

it('is no owner: their token changes nothing in the room, and nobody can act on them', async () => {
  const { call_id: callId, room_name: room, token: owner } = await startCall();
  const { token } = await attending(callId, 'barge');
  const ask = async (path: string, body: object) =>
    (await app.call('POST', `/api/rooms/${room}/${path}`, { body })).status;
  expect(await ask('me', { token, user_name: 'The boss' })).toBe(403);
  expect(await ask('data', { token, data: {}, merge: 'replace' })).toBe(403);
  expect(await ask('recording', { token, action: 'start' })).toBe(403);
  expect(await ask(`participants/user-${app.idOf('dewi')}`, { token, action: 'mute-audio' })).toBe(403);
  const themselves = `participants/supervisor-${app.idOf('supervisor')}`;
  expect(await ask(themselves, { token: owner, action: 'eject' })).toBe(403);
  // The same where nobody is, so that it says nothing.
  expect(await ask('participants/supervisor-1234567', { token: owner, action: 'eject' })).toBe(403);
});

it('ends with the call, with the agent, and when they take a call themselves', async () => {
  const first = await startCall();
  const { token } = await attending(first.call_id);
  const { media } = await grantOf(first.room_name, token);
  expect(await openLine(media)).toBe(101);
  await hangUp('dewi', first.room_name);
  await expect.poll(() => told.at(-1)).toMatchObject({ state: 'ended', outcome: 'over' });
  await expect.poll(() => inRoom(first.room_name)).toEqual([]);
  expect(await audit(first.call_id)).toContain('room-call.left agent_left true');
  expect((await attend(first.call_id)).status).toBe(404);

  const second = await startCall();
  await attending(second.call_id);
  const transfer = { department_id: app.departmentIds[1], note: '', client_key: 'to-another-department' };
  const moved = await app.as('dewi', 'POST', `/api/calls/${second.call_id}/transfer`, transfer);
  expect(moved.status).toBe(200);
  expect(await audit(second.call_id)).toContain('room-call.left agent_left true');
  await app.as('sarah', 'PUT', '/api/user/activity', { user_activity_id: 1 });

  const third = await startCall();
  await attending(third.call_id);
  const supervisor = await ready('supervisor');
  const rings = nextEvent<RoomDial>(supervisor, 'daily-dial');
  await call('voice');
  const own = await rings;
  expect((await pickUp('supervisor', own)).body.success).toBe(true);
  expect(await audit(third.call_id)).toContain('room-call.left took_a_call true');
  expect((await attend(third.call_id)).body).toMatchObject({ code: 'in_a_call' });
  await hangUp('supervisor', own.room_name);
  await app.as('supervisor', 'PUT', '/api/user/activity', { user_activity_id: 1 });
});

it('ends at once with the right to it, and with the session', async () => {
  const { call_id: callId, room_name: room } = await startCall();
  const { token } = await attending(callId);
  const { media } = await grantOf(room, token);
  expect(await openLine(media)).toBe(101);
  await mayMonitor('VIEW');
  await expect.poll(() => inRoom(room)).toEqual([]);
  expect((await enter(room, token)).status).toBe(410);
  expect((await attend(callId)).status).toBe(403);
  await mayMonitor('VIEW,CONTROL');

  const body = { username: 'supervisor', password: 'correct horse battery' };
  const session = (await app.call('POST', '/api/auth/login', { body })).body as { token: string };
  expect((await attend(callId, 'listen', session.token)).status).toBe(200);
  await app.call('POST', '/api/auth/logout', { token: session.token });
  await expect.poll(async () => (await calls()).escorts).toEqual([]);
  expect((await audit(callId)).filter((entry) => entry.includes('left'))).toEqual([
    'room-call.left not_allowed true',
    'room-call.left signed_out true',
  ]);
});

it('ends when their page is gone, and not while it only comes anew', async () => {
  const { call_id: callId, room_name: room } = await startCall();
  const { token } = await attending(callId);
  const identity = `supervisor-${app.idOf('supervisor')}`;
  const { media } = await grantOf(room, token);
  expect(await openLine(media)).toBe(101);
  await report(room, identity);
  await lookNow();
  expect((await calls()).escorts).toHaveLength(1);

  const at = `http://127.0.0.1:${await app.media.port()}`;
  await new RoomServiceClient(at, app.media.key, app.media.secret).removeParticipant(room, identity);
  await report(room, identity);
  await lookNow();
  await expect.poll(async () => (await calls()).escorts).toEqual([]);
  expect(await audit(callId)).toContain('room-call.left page_gone true');
  const state = (await calls()).calls.find(({ call_id: id }) => id === callId)?.state;
  expect(state).toBe('connected');
});

it('is refused without the right, for calls that one does not see or is in, by a key, and twice', async () => {
  const { call_id: callId } = await startCall();
  const path = `/api/monitoring/calls/${callId}/escorts`;
  const body = { client_key: 'of-somebody-else', mode: 'listen' };
  expect((await app.as('dewi', 'POST', path, body)).status).toBe(403);
  expect((await attend(callId + 1000)).status).toBe(404);
  const codes = ['MONITORING:CONTROL'];
  const made = await app.as('admin', 'POST', '/api/api_keys', { name: 'CRM', codes });
  const { token: key } = made.body as { token: string };
  expect((await attend(callId, 'listen', key)).status).toBe(403);

  const same = { client_key: 'the-same-key-twice', mode: 'listen' };
  const answers = (await Promise.all(
    [same, same].map((each) => app.as('supervisor', 'POST', path, each)),
  )) as Answer<EscortStart>[];
  expect(new Set(answers.map(({ body: { data } }) => data.id)).size).toBe(1);
  expect((await attend(callId)).body).toMatchObject({ code: 'in_a_call' });
  const id = answers[0]?.body.data.id ?? 0;
  expect((await app.as('admin', 'PATCH', `/api/monitoring/escorts/${id}`, { mode: 'barge' })).status).toBe(
    404,
  );
  expect((await app.as('admin', 'DELETE', `/api/monitoring/escorts/${id}`)).status).toBe(404);
  await leave(id);
  expect((await leave(id)).status).toBe(200);
  expect((await change(id, 'barge')).status).toBe(409);
});

it('has nothing to do with calls of other departments', async () => {
  const { call_id: callId } = await startCall();
  const see = (visibility: string) =>
    app.platform.db.pool.query(
      `update user_levels set visibility = $1, version = version + 1 where name = 'Supervisor'`,
      [visibility],
    );
  await app.platform.db.pool.query('update tickets set department_id = $1', [app.departmentIds[1]]);
  await app.platform.db.pool.query('delete from user_departments where user_id = $1 and department_id = $2', [
    app.idOf('supervisor'),
    app.departmentIds[1],
  ]);
  await see('department');
  const answer = await attend(callId);
  await see('all');
  expect(answer.status).toBe(404);
});
