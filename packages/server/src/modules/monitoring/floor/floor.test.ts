import { Activity, type FloorChanges, type FloorState } from '@trunkline/contract';
import { sql } from 'kysely';
import type { Socket } from 'socket.io-client';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { testApp, type TestApp } from '../../../../test/app.ts';
import type { Username } from '../../../../test/people.ts';
import { FLOOR_AGENTS_MS, FLOOR_HEARTBEAT_MS, FLOOR_SEND_MS } from './floor-service.ts';

let t: TestApp;
let visitor = '';
beforeAll(async () => {
  t = await testApp();
  visitor = await t.visitor(await t.widget());
});
afterAll(() => t.close());

/** A timer may be a few milliseconds early. */
const EARLY_MS = 10;

/** A subscriber of the board, with everything that it was sent. */
async function watching(username: Username) {
  const socket = await t.connect(username);
  const states: FloorState[] = [];
  const changes: FloorChanges[] = [];
  socket.on('floor-state', (state: FloorState) => void states.push(state));
  socket.on('floor-changes', (change: FloorChanges) => void changes.push(change));
  await socket.emitWithAck('resume', { after: null, topics: ['floor'] });
  await expect.poll(() => states.length).toBe(1);
  return { socket, states, changes, latest: () => put(states.at(-1), changes) };
}

/** Applies changes as a screen does; those that do not follow the known version are ignored. */
function put(state: FloorState | undefined, changes: readonly FloorChanges[]): FloorState {
  if (!state) throw new Error('there is no state yet');
  return changes.reduce<FloorState>((known, { after, agents_gone, calls_gone, ...change }) => {
    if (after !== known.version) return known;
    const [ids, callIds] = [
      change.agents.map(({ id }) => id),
      change.calls.map(({ call_id: callId }) => callId),
    ];
    return {
      ...known,
      ...change,
      agents: [...known.agents.filter(({ id }) => ![...ids, ...agents_gone].includes(id)), ...change.agents],
      calls: [
        ...known.calls.filter(({ call_id: callId }) => ![...callIds, ...calls_gone].includes(callId)),
        ...change.calls,
      ],
    };
  }, state);
}
const agentOn = (state: FloorState, username: Username) =>
  state.agents.find(({ id }) => id === t.idOf(username));
const namesOn = (state: FloorState): string[] => state.agents.map(({ fullname }) => fullname).toSorted();

const become = (username: Username, activity: number) =>
  t.as(username, 'PUT', '/api/user/activity', { user_activity_id: activity });
/** Sets the visibility of the supervisors' role. */
async function supervisorsSee(visibility: 'own' | 'department' | 'all'): Promise<void> {
  await sql`update user_levels set visibility = ${visibility}, version = version + 1
    where id = (select user_level_id from users where id = ${t.idOf('supervisor')})`.execute(t.platform.db.q);
}
const startCall = async (more: { state: string; user_id?: number; direction?: string }): Promise<number> => {
  const { rows } = await sql<{ id: number }>`
    insert into calls (media_id, direction, state, user_id, ticket_id) values
    (18, ${more.direction ?? 'inbound'}, ${more.state}, ${more.user_id ?? null}, null) returning id`.execute(
    t.platform.db.q,
  );
  t.platform.notices.send('calls-changed', null);
  return rows[0]?.id ?? 0;
};
async function endCall(id: number): Promise<void> {
  await sql`update calls set state = 'ended', ended_at = now() where id = ${id}`.execute(t.platform.db.q);
  t.platform.notices.send('calls-changed', null);
}

it('tells all of it once, and then whoever changes and nobody else', async () => {
  const { socket, changes, latest } = await watching('supervisor');
  expect(agentOn(latest(), 'dewi')).toMatchObject({
    user_activity_id: Activity.offline,
    capacity: 4,
    load: 0,
    loads: [],
    unanswered: 0,
    unanswered_since: null,
  });
  await t.connect('dewi');
  await become('dewi', Activity.ready);
  await expect.poll(() => agentOn(latest(), 'dewi')?.user_activity_id).toBe(Activity.ready);
  expect(changes.flatMap(({ agents }) => agents.map(({ id }) => id))).toEqual([t.idOf('dewi')]);
  socket.disconnect();
});

it('shows what waits until somebody takes it, and then with whom it is', { tags: 'full' }, async () => {
  await become('dewi', Activity.offline);
  const { socket, latest } = await watching('supervisor');
  const begun = { client_key: 'floor-chat-1', name: 'Rina', question: 'Is anybody there?' };
  expect((await t.call('POST', '/api/livechat/chat', { token: visitor, body: begun })).status).toBe(200);
  await expect
    .poll(() => latest().waiting)
    .toMatchObject([{ media_id: 6, department_id: t.departmentIds[0], total: 1 }]);
  const taken = await t.as('dewi', 'POST', '/api/conversations/next', { client_key: 'floor-take-1' });
  const { data: ticket } = taken.body as { data: { id: number } };
  await expect.poll(() => latest().waiting).toEqual([]);
  await expect
    .poll(() => agentOn(latest(), 'dewi'))
    .toMatchObject({ load: 1, loads: [{ media_id: 6, total: 1 }], unanswered: 1 });
  await t.as('dewi', 'POST', `/api/tickets/${ticket.id}/messages`, {
    body: 'I am.',
    client_key: 'floor-reply-1',
  });
  await expect.poll(() => agentOn(latest(), 'dewi')).toMatchObject({ unanswered: 0, unanswered_since: null });
  socket.disconnect();
});

it('counts a letter that nobody has, and a message left on a ticket, once', async () => {
  const customer = await t.as('dewi', 'POST', '/api/customers', { name: 'Wayan' });
  const { id } = (customer.body as { data: { id: number } }).data;
  await t.platform.db.transaction((tx) =>
    t.app.modules.tickets.open(tx, {
      subject: 'By mail',
      department_id: t.departmentIds[1] ?? 0,
      media_id: 2,
      customer_id: id,
    }),
  );
  await sql`update tickets set waiting_since = now() where subject = 'By mail'`.execute(t.platform.db.q);
  const { body } = await t.as('supervisor', 'GET', '/api/monitoring/floor');
  const { data } = body as { data: FloorState };
  expect(data.waiting).toMatchObject([{ media_id: 2, department_id: t.departmentIds[1], total: 1 }]);
});

it('tells what agents do with the event of its change, also while the board cannot be read', async () => {
  const { socket, latest } = await watching('supervisor');
  await t.platform.db.transaction(async ({ q }) => {
    await sql`lock table conversations in access exclusive mode`.execute(q);
    for (const activity of [Activity.messagesOnly, Activity.ready]) {
      await become('sarah', activity);
      await expect.poll(() => agentOn(latest(), 'sarah')?.user_activity_id).toBe(activity);
    }
  });
  socket.disconnect();
});

it('says something every few seconds also when nothing happens, so that silence can be seen', async () => {
  const { socket, changes } = await watching('supervisor');
  t.clock.advance(FLOOR_HEARTBEAT_MS);
  const moved = t.clock.now().getTime() - FLOOR_HEARTBEAT_MS / 2;
  await expect.poll(() => Date.parse(changes.at(-1)?.at ?? '1970-01-01')).toBeGreaterThan(moved);
  socket.disconnect();
});

it('gives all of it again to whoever comes back, whatever happened meanwhile', { tags: 'full' }, async () => {
  const { socket, states, latest } = await watching('supervisor');
  await socket.emitWithAck('unwatch', { topic: 'floor' });
  const id = await startCall({ state: 'queue' });
  await socket.emitWithAck('resume', { after: null, topics: ['floor'] });
  await expect.poll(() => states.length).toBe(2);
  await expect.poll(() => latest().calls.map(({ call_id: callId }) => callId)).toEqual([id]);
  await endCall(id);
  socket.disconnect();
});

it('tells a burst of changes at most twice a second, and what agents do sooner, also where many come and ask meanwhile', async () => {
  const { socket, changes, latest } = await watching('supervisor');
  const other = await t.connect('admin');
  for (let at = 0; at < 12; at += 1) {
    await become('budi', at % 2 === 0 ? Activity.messagesOnly : Activity.ready);
    await other.emitWithAck('mon-call-count');
    await other.emitWithAck('resume', { after: null, topics: at % 2 === 0 ? ['floor'] : [] });
  }
  await expect.poll(() => agentOn(latest(), 'budi')?.user_activity_id).toBe(Activity.ready);
  expect(changes.length).toBeGreaterThan(0);
  const [first, last] = [changes[0], changes.at(-1)].map((change) => Date.parse(change?.at ?? ''));
  const passed = (last ?? 0) - (first ?? 0) + EARLY_MS;
  expect(changes.length).toBeLessThanOrEqual(passed / FLOOR_SEND_MS + passed / FLOOR_AGENTS_MS + 2);
  for (const one of [socket, other]) one.disconnect();
});

it('shows to each what they may see, and no more once they see less', async () => {
  await sql`delete from user_departments where user_id = ${t.idOf('supervisor')} and department_id = ${t.departmentIds[0]}`.execute(
    t.platform.db.q,
  );
  await supervisorsSee('department');
  const lead = await watching('supervisor');
  expect(namesOn(lead.latest())).toEqual(['Michael Tan', 'Ratna Wijaya', 'سارة القحطاني'].toSorted());
  const id = await startCall({ state: 'connected', user_id: t.idOf('dewi') });
  const own = await startCall({ state: 'connected', user_id: t.idOf('supervisor') });
  await expect.poll(() => lead.latest().calls.map(({ call_id: callId }) => callId)).toEqual([own]);

  // A user who joins the department appears on the board, and disappears again.
  const place = [t.idOf('dewi'), t.departmentIds[1]] as const;
  await sql`insert into user_departments (user_id, department_id) values (${place[0]}, ${place[1]})`.execute(
    t.platform.db.q,
  );
  t.clock.advance(FLOOR_HEARTBEAT_MS);
  await expect.poll(() => namesOn(lead.latest())).toContain('Dewi Lestari');
  await sql`delete from user_departments where user_id = ${place[0]} and department_id = ${place[1]}`.execute(
    t.platform.db.q,
  );
  t.clock.advance(FLOOR_HEARTBEAT_MS);
  await expect.poll(() => namesOn(lead.latest())).not.toContain('Dewi Lestari');
  for (const one of [id, own]) await endCall(one);
  lead.socket.disconnect();
});

it('refuses the topic and the board without the right', async () => {
  const socket = await t.connect('dewi');
  expect(await socket.emitWithAck('watch', { topic: 'floor' })).toMatchObject({
    error: { code: 'forbidden' },
  });
  expect((await t.as('dewi', 'GET', '/api/monitoring/floor')).status).toBe(403);
  socket.disconnect();
});

/** Requests all figures; returns the socket and the last value of each. */
async function asking(username: Username): Promise<{ socket: Socket; heard: Map<string, unknown> }> {
  const socket = await t.connect(username);
  const heard = new Map<string, unknown>();
  socket.onAny((name: string, payload: unknown) => void heard.set(name, payload));
  for (const name of ['mon-call-count', 'mon-call-duration', 'mon-call-type', 'mon-user-count'])
    await socket.emitWithAck(name);
  return { socket, heard };
}

it('tells the specification’s figures on every change, as far as one may see them, and zeros without the right', async () => {
  const lead = await asking('supervisor');
  const all = await asking('admin');
  const agent = await asking('dewi');
  const calls = [
    await startCall({ state: 'queue' }),
    await startCall({ state: 'ringing', user_id: t.idOf('dewi') }),
    await startCall({ state: 'connected', user_id: t.idOf('supervisor'), direction: 'outbound' }),
  ];
  await expect
    .poll(() => all.heard.get('total-mon-call-count'))
    .toEqual({ total: 3, waiting: 2, connected: 1 });
  expect(all.heard.get('total-incoming-call')).toEqual({ ivr_call: 0, queue_call: 2 });
  await expect.poll(() => all.heard.get('total-mon-call-type')).toEqual({ inbound: 2, outbound: 1 });
  await expect
    .poll(() => lead.heard.get('total-mon-call-count'))
    .toEqual({ total: 1, waiting: 0, connected: 1 });
  expect(lead.heard.get('total-mon-user-count')).toMatchObject({ total: 3 });
  expect(lead.heard.get('total-escort')).toEqual([]);
  expect(agent.heard.get('total-mon-call-count')).toEqual({ total: 0, waiting: 0, connected: 0 });
  expect(agent.heard.get('total-mon-user-count')).toEqual({ total: 0, by_activity: [] });

  await become('sarah', Activity.messagesOnly);
  await expect
    .poll(() => lead.heard.get('total-mon-user-count'))
    .toMatchObject({ by_activity: expect.arrayContaining([{ user_activity_id: 2, total: 1 }]) });
  for (const id of calls) await endCall(id);
  await expect
    .poll(() => lead.heard.get('total-mon-call-count'))
    .toEqual({ total: 0, waiting: 0, connected: 0 });
  for (const { socket } of [lead, all, agent]) socket.disconnect();
});

it('counts calls into the service level of their channel', async () => {
  // Makes sure that the last minutes are in the same half hour.
  const HALF_HOUR = 30 * 60_000;
  if (t.clock.now().getTime() % HALF_HOUR < 120_000) t.clock.advance(120_000);
  const at = (seconds: number) => new Date(t.clock.now().getTime() - seconds * 1000);
  await sql`insert into calls (media_id, direction, state, user_id, started_at, answered_at, ended_at) values
    (18, 'inbound', 'ended', ${t.idOf('budi')}, ${at(60)}, ${at(50)}, ${at(10)}),
    (18, 'inbound', 'ended', ${t.idOf('budi')}, ${at(60)}, ${at(30)}, ${at(10)}),
    (18, 'inbound', 'ended', null, ${at(60)}, null, ${at(57)}),
    (18, 'outbound', 'ended', ${t.idOf('budi')}, ${at(60)}, ${at(50)}, ${at(10)})`.execute(t.platform.db.q);
  t.clock.advance(FLOOR_HEARTBEAT_MS);
  const { body } = await t.as('admin', 'GET', '/api/monitoring/floor');
  const { service, service_rule: rule } = (body as { data: FloorState }).data;
  expect(rule).toEqual({ target_seconds: 20, short_abandon_seconds: 5 });
  const figure = { media_id: 18, offered: 2, within_target: 1, abandoned: 0 };
  expect(service).toEqual(
    expect.arrayContaining([
      { ...figure, period: 'half_hour' },
      { ...figure, period: 'today' },
    ]),
  );
});
