import {
  Activity,
  type AfterCall,
  type Agent,
  type CurrentUser,
  type Person,
  type PhoneGateway,
} from '@trunkline/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { blocksAt, startAmi } from '../../../../test/telephony/ami.ts';
import { testApp, type TestApp } from '../../../../test/app.ts';

let app: TestApp;
let stand: Awaited<ReturnType<typeof startAmi>>;
let count = 0;
let call: AfterCall;

beforeAll(async () => {
  app = await testApp();
  stand = await startAmi();
  const { body } = await app.as('admin', 'GET', '/api/users');
  const dewi = (body as { data: Person[] }).data.find(({ username }) => username === 'dewi');
  await app.as('admin', 'PATCH', `/api/users/${dewi?.id}`, { version: dewi?.version, extension: '2001' });
  const [department] = await app.platform.db.q.selectFrom('departments').select('id').orderBy('id').execute();
  const { host, port, isTls, username, secret } = stand.address;
  await app.as('admin', 'POST', '/api/phone/gateways', {
    name: 'Main line',
    department_id: department?.id,
    is_active: true,
    host,
    port,
    is_tls: isTls,
    username,
    secret,
    after_call_seconds: 60,
  });
  const socket = await app.connect('dewi');
  await socket.timeout(5000).emitWithAck('resume', { after: null, topics: [] });
});
afterAll(async () => {
  await app.close();
  await stand.close();
});

const isUp = async () =>
  ((await app.as('admin', 'GET', '/api/phone/gateways')).body as { data: PhoneGateway[] }).data[0]?.health
    .state;
/** How often the server has connected to the gateway and asked for what it missed; this is the last it asks for. */
const caughtUp = () => stand.asked.filter((action) => action.get('Action') === 'DBGetTree').length;
const activity = async () =>
  ((await app.as('dewi', 'GET', '/api/user')).body as { data: { user_activity_id: number } }).data
    .user_activity_id;
const read = async () =>
  ((await app.as('dewi', 'GET', '/api/phone/after-call')).body as { data: AfterCall | null }).data;
const save = (id: number, body: object, username: 'dewi' | 'budi' = 'dewi') =>
  app.as(username, 'PUT', `/api/phone/after-call/${id}`, body);
const finish = (id: number, body: object) =>
  app.as('dewi', 'POST', `/api/phone/after-call/${id}/finish`, body);
const stored = (id: number) =>
  app.platform.db.q.selectFrom('phone_after_calls').selectAll().where('call_id', '=', id).execute();
const end = (id: number) =>
  app.platform.db.q
    .updateTable('phone_after_calls')
    .set({ ends_at: new Date(Date.now() - 1) })
    .where('call_id', '=', id)
    .execute();

async function notesOn(ticketId: number | null): Promise<string[]> {
  const rows = await app.platform.db.q
    .selectFrom('messages')
    .select('body')
    .where('ticket_id', '=', ticketId)
    .where('kind', '=', 'note')
    .execute();
  return rows.map(({ body }) => body);
}

async function outcomesOn(ticketId: number | null): Promise<unknown[]> {
  const rows = await app.platform.db.q
    .selectFrom('messages')
    .select('event')
    .where('ticket_id', '=', ticketId)
    .where('kind', '=', 'event')
    .execute();
  return rows.flatMap(({ event }) => (event?.type === 'call_noted' ? [event.outcome] : []));
}

/** Makes a waiting job due now. */
const makeJobDue = (key: string) =>
  sql`update graphile_worker._private_jobs set run_at = now() where key = ${key}`.execute(app.platform.db.q);

async function waitFor<T>(look: () => Promise<T | undefined>): Promise<T> {
  for (let left = 600; left > 0; left -= 1) {
    const found = await look();
    if (found !== undefined) return found;
    await new Promise((resolve) => void setTimeout(resolve, 25));
  }
  throw new Error('it did not come');
}

/** Advances the clock for an agent whose page stays open. */
async function pass(ms: number): Promise<void> {
  app.clock.advance(ms);
  await app.app.modules.agents.markSeen([app.idOf('dewi')]);
}

/** Makes a call and ends it, so that its form is open. */
async function startCall(): Promise<void> {
  await waitFor(async () => ((await isUp()) === 'ok' ? true : undefined));
  await app.as('dewi', 'PUT', '/api/user/activity', { user_activity_id: 6 });
  count += 1;
  const number = `08000000010${count}`;
  const blocks = blocksAt('01-inbound-answer-agent-hangs-up', Date.now() - 30_000).map((block) =>
    block.replaceAll('081234567890', number).replaceAll('pbx-', `after${count}-`),
  );
  const talks = blocks.findLastIndex((block) => block.startsWith('Event: BridgeEnter'));
  stand.say(...blocks.slice(0, talks + 1));
  await waitFor(async () => ((await activity()) === 11 ? true : undefined));
  // The form of the previous call must have closed.
  if ((await read()) !== null) throw new Error('a form in the middle of a call');
  stand.say(...blocks.slice(talks + 1));
  call = await waitFor(async () => (await read()) ?? undefined);
}

describe('after a call', () => {
  // Each test starts after a call of its own.
  beforeEach(startCall);

  test('the form has the ticket of the call and the time that is left', async () => {
    expect(call).toMatchObject({ outcome: null, notes: '', ticket_id: expect.any(Number) });
    const left = Date.parse(call.ends_at) - Date.now();
    expect(left).toBeGreaterThan(50_000);
    expect(left).toBeLessThanOrEqual(60_000);
    expect(await activity()).toBe(12);
  });

  test('the notes are stored once, on the ticket too, and the agent is ready', async () => {
    const noted = { outcome: 'resolved', notes: 'Sent the invoice again.' };
    expect((await finish(call.call_id, noted)).status).toBe(200);
    expect((await finish(call.call_id, { outcome: 'spam', notes: 'Something else' })).status).toBe(200);
    expect(await stored(call.call_id)).toMatchObject([{ ...noted, user_id: app.idOf('dewi') }]);
    expect(await notesOn(call.ticket_id)).toEqual(['Sent the invoice again.']);
    expect(await outcomesOn(call.ticket_id)).toEqual(['resolved']);
    expect(await activity()).toBe(6);
    expect(await read()).toBeNull();
    expect((await save(call.call_id, noted)).status).toBe(409);
  });

  test('the form is open again, for further notes, when the call has come back', async () => {
    const own = { call_id: call.call_id, user_id: app.idOf('dewi') };
    await finish(own.call_id, { outcome: 'follow_up', notes: 'Put through to sales.' });
    const endsAt = new Date(app.clock.now().getTime() + 60_000);
    await app.platform.db.transaction(async (tx) => {
      await app.app.modules.agents.change(tx, own.user_id, {
        activity: Activity.afterCallWork,
        endsAt,
        cause: 'wrap_up',
      });
      await app.app.modules.calls.afterCalls.begin(tx, own, endsAt);
    });
    expect(await read()).toMatchObject({ outcome: 'follow_up', notes: '', ends_at: endsAt.toISOString() });
    await finish(own.call_id, { outcome: 'resolved', notes: 'Sales had no more of it.' });
    expect((await notesOn(call.ticket_id)).toSorted()).toEqual([
      'Put through to sales.',
      'Sales had no more of it.',
    ]);
    expect(await outcomesOn(call.ticket_id)).toEqual(['follow_up', 'resolved']);
    expect(await read()).toBeNull();
  });

  test('what was typed is stored on the ticket when the time is over, once', async () => {
    const typed = { outcome: 'follow_up', notes: 'Half a sente' };
    expect((await save(call.call_id, typed)).status).toBe(200);
    expect(await read()).toMatchObject(typed);
    await end(call.call_id);
    expect(await read()).toBeNull();
    // The last save may arrive a moment after the time is over.
    expect((await save(call.call_id, { ...typed, notes: 'Half a sentence' })).status).toBe(200);
    await makeJobDue(`close-after-call:${call.call_id}:${app.idOf('dewi')}`);
    await waitFor(async () => ((await notesOn(call.ticket_id)).length > 0 ? true : undefined));
    expect((await finish(call.call_id, { ...typed, notes: 'Half a sentence ' })).status).toBe(200);
    expect(await notesOn(call.ticket_id)).toEqual(['Half a sentence']);
    expect(await outcomesOn(call.ticket_id)).toEqual(['follow_up']);
    expect((await save(call.call_id, typed)).status).toBe(409);
  });

  test(
    'what was typed out of touch is added to the ticket after the form was closed',
    { tags: 'full' },
    async () => {
      await save(call.call_id, { outcome: null, notes: 'She asks' });
      await end(call.call_id);
      await makeJobDue(`close-after-call:${call.call_id}:${app.idOf('dewi')}`);
      await waitFor(async () => ((await notesOn(call.ticket_id)).length > 0 ? true : undefined));
      const late = { outcome: 'follow_up', notes: 'She asks for a second invoice.' };
      expect((await save(call.call_id, late)).status).toBe(200);
      expect((await save(call.call_id, late)).status).toBe(409);
      expect((await finish(call.call_id, late)).status).toBe(200);
      expect((await notesOn(call.ticket_id)).toSorted()).toEqual([
        'She asks',
        'She asks for a second invoice.',
      ]);
      expect(await outcomesOn(call.ticket_id)).toEqual(['follow_up']);
      expect(await stored(call.call_id)).toMatchObject([late]);
    },
  );

  test('the time does not end while notes are typed', { tags: 'full' }, async () => {
    const endsAt = () =>
      app
        .as('dewi', 'GET', '/api/user')
        .then(({ body }) => (body as { data: CurrentUser }).data.activity_ends_at);
    await save(call.call_id, { outcome: null, notes: 'T' });
    // Enough is left.
    expect(await endsAt()).toBe(call.ends_at);
    // The first end is over after the second of these.
    for (const notes of ['Th', 'The', 'There i']) {
      await pass(Date.parse((await endsAt()) ?? '') - app.clock.now().getTime() - 9500);
      expect((await save(call.call_id, { outcome: null, notes })).status).toBe(200);
    }
    const left = Date.parse((await endsAt()) ?? '') - app.clock.now().getTime();
    expect(left).toBeGreaterThan(0);
    expect(left).toBeLessThanOrEqual(20_000);
    expect(await read()).toMatchObject({ notes: 'There i', ends_at: await endsAt() });
    expect(await activity()).toBe(12);
    await pass(20_001);
    await expect.poll(activity).toBe(6);
  });

  test('the form belongs to its agent, and accepts known outcomes only', async () => {
    expect((await save(call.call_id, { outcome: null, notes: 'x' }, 'budi')).status).toBe(404);
    expect((await save(call.call_id, { outcome: 'great', notes: '' })).status).toBe(400);
    expect((await save(call.call_id, { outcome: null, notes: 'x'.repeat(4001) })).status).toBe(400);
    expect(await stored(call.call_id)).toMatchObject([{ outcome: null, notes: '' }]);
  });

  test('the time can be extended by a minute, and so can the time for notes', async () => {
    const { body } = await app.as('dewi', 'POST', '/api/user/activity/extend', {});
    const { activity_ends_at: endsAt } = (body as { data: Agent }).data;
    expect(body).toMatchObject({ data: { user_activity_id: 12, activity_cause: 'wrap_up' } });
    expect(Date.parse(endsAt ?? '') - Date.parse(call.ends_at)).toBe(60_000);
    expect(await read()).toMatchObject({ ends_at: endsAt });
  });

  test('the agent is ready when the time is over', async () => {
    await pass(60_001);
    await expect.poll(activity).toBe(6);
    expect(await read()).toBeNull();
  });
});

describe('wrap-up of a telephone call that the gateway does not report', () => {
  const wrapUpOf = (seconds: number) =>
    app.platform.db.q.updateTable('departments').set({ wrap_up_seconds: seconds }).execute();
  beforeAll(async () => {
    const { body } = await app.as('admin', 'GET', '/api/phone/gateways');
    const [gateway] = (body as { data: PhoneGateway[] }).data;
    const address = `/api/phone/gateways/${gateway?.id}`;
    const before = caughtUp();
    await app.as('admin', 'PATCH', address, { after_call_seconds: null });
    // Waits until the changed gateway is followed again: the gateway stub does not repeat events that were sent before.
    await waitFor(async () => (caughtUp() > before ? true : undefined));
  });

  test('lasts as long as its department’s setting', async () => {
    await wrapUpOf(45);
    await startCall();
    const { data } = (await app.as('dewi', 'GET', '/api/user')).body as { data: CurrentUser };
    const left = Date.parse(data.activity_ends_at ?? '') - app.clock.now().getTime();
    expect(left).toBeGreaterThan(35_000);
    expect(left).toBeLessThanOrEqual(45_000);
  });

  test('has no end if the department has none set', async () => {
    await wrapUpOf(0);
    await startCall();
    expect((await app.as('dewi', 'GET', '/api/user')).body).toMatchObject({
      data: { user_activity_id: 12, activity_cause: 'wrap_up', activity_ends_at: null },
    });
    await pass(3_600_000);
    await app.app.modules.agents.wrapUp.endDue();
    expect(await activity()).toBe(12);
    expect(await read()).not.toBeNull();
  });
});
