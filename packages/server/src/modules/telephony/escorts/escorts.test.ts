/** @module-tag full */
import type { Escort, Level, LiveCalls, PhoneGateway } from '@trunkline/contract';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { testApp, type TestApp } from '../../../../test/app.ts';
import {
  hasAsterisk,
  startAsterisk,
  startCaller,
  startPhone,
  type Gateway,
} from '../../../../test/telephony/asterisk.ts';

const BOOTS_MS = 60_000;
const PATIENT = { timeout: 30_000 };
const AGENT = '2001';
const OWN = '2002';

describe.skipIf(!hasAsterisk)('a supervisor at a real gateway', { timeout: BOOTS_MS }, () => {
  let app: TestApp;
  let gateway: Gateway;
  let count = 0;
  const ends: (() => Promise<unknown>)[] = [];
  const told: Escort[] = [];
  let attending: Escort[] | undefined;

  beforeAll(async () => {
    [app, gateway] = await Promise.all([testApp(), startAsterisk()]);
    const { q } = app.platform.db;
    await sql`update users set extension = ${AGENT} where username = 'dewi'`.execute(q);
    await sql`update users set extension = ${OWN} where username = 'supervisor'`.execute(q);
    await sql`update users set extension = '' where username = 'admin'`.execute(q);
    const [department] = await q.selectFrom('departments').select('id').orderBy('id').execute();
    const { host, port, isTls, username, secret } = gateway.ami;
    const body = {
      name: 'Main line',
      department_id: department?.id,
      is_active: true,
      host,
      port,
      is_tls: isTls,
      username,
      secret,
      after_call_seconds: 30,
    };
    await app.connect('dewi');
    await app.as('dewi', 'PUT', '/api/user/activity', { user_activity_id: 6 });
    await app.as('admin', 'POST', '/api/phone/gateways', body);
    const socket = await app.connect('supervisor');
    socket.on('escort-changed', (one: Escort) => void told.push(one));
    socket.on('total-escort', (all: Escort[]) => void (attending = all));
    await socket.timeout(5000).emitWithAck('mon-call-count');
    for (let left = 400; (await health()) !== 'ok' && left > 0; left -= 1)
      await new Promise((resolve) => void setTimeout(resolve, 25));
  }, BOOTS_MS);
  afterAll(async () => {
    await app.close();
    await gateway.stop();
  });
  afterEach(async () => {
    await gateway.cli('channel request hangup all');
    for (const end of ends.splice(0)) await end();
    await vi.waitFor(async () => {
      if ((await calls()).calls.length > 0) throw new Error('a call is still on');
    }, PATIENT);
    told.splice(0);
  });

  async function health(): Promise<string | undefined> {
    const { body } = await app.as('admin', 'GET', '/api/phone/gateways');
    return (body as { data: PhoneGateway[] }).data[0]?.health.state;
  }
  async function calls(): Promise<LiveCalls> {
    const { body } = await app.as('supervisor', 'GET', '/api/monitoring/calls');
    return (body as { data: LiveCalls }).data;
  }
  async function phone(extension: string, options: Partial<Parameters<typeof startPhone>[0]> = {}) {
    const { stop } = await startPhone({ sip: gateway.sip, extension, ...options });
    ends.push(stop);
  }
  /** A customer talks with the agent; returns the call's id. */
  async function startCall(number: string): Promise<number> {
    // Also ends the after-call work of the previous call.
    await app.as('dewi', 'PUT', '/api/user/activity', { user_activity_id: 6 });
    await phone(AGENT);
    const caller = await startCaller({ sip: gateway.sip, number, keys: '1' });
    ends.push(() => caller.vanish());
    const find = async () => (await calls()).calls.find((one) => one.number === number);
    await expect.poll(async () => (await find())?.state, PATIENT).toBe('connected');
    const call = await find();
    expect(call).toMatchObject({ queue: 'support', ivr_keypress: '1', direction: 'inbound' });
    expect(call).toMatchObject({ user_id: app.idOf('dewi'), is_telephone: true, is_held: false });
    return call?.call_id ?? 0;
  }
  async function attend(callId: number, mode = 'listen') {
    count += 1;
    const path = `/api/monitoring/calls/${callId}/escorts`;
    const { status, body } = await app.as('supervisor', 'POST', path, {
      client_key: `escort-${count}-key`,
      mode,
    });
    return { status, escort: (body as { data: Escort }).data };
  }
  /** Has `qa` lead a team without departments. */
  async function leadNobody(): Promise<void> {
    const { q } = app.platform.db;
    await sql`insert into user_levels (name, visibility) values ('Team lead', 'department')`.execute(q);
    await sql`insert into user_level_modules
      select (select id from user_levels where name = 'Team lead'), m.module_code, m.module_activity_code, m.is_active
      from user_level_modules m join users u on u.user_level_id = m.user_level_id where u.username = 'supervisor'`.execute(
      q,
    );
    await sql`update users set extension = '2003',
      user_level_id = (select id from user_levels where name = 'Team lead') where username = 'qa'`.execute(q);
    await sql`delete from user_departments where user_id = ${app.idOf('qa')}`.execute(q);
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
  const states = () => told.map(({ state }) => state);
  const audit = (callId: number) =>
    app.platform.db.q
      .selectFrom('audit_log')
      .select(['action', 'user_id', 'details'])
      .where('subject', '=', String(callId))
      .where('action', 'like', 'phone-call.%')
      .orderBy('id')
      .execute();
  /** What the gateway runs on the channel of this phone. */
  const runs = async (extension: string) =>
    (await gateway.cli('core show channels concise'))
      .split('\n')
      .find((line) => line.startsWith(`PJSIP/${extension}-`)) ?? '';

  it('listens, whispers and speaks with both, and leaves', async () => {
    const callId = await startCall('081234500021');
    await phone(OWN);
    const { status, escort } = await attend(callId);
    expect([status, escort]).toMatchObject([200, { call_id: callId, mode: 'listen', state: 'ringing_you' }]);
    await expect.poll(states, PATIENT).toEqual(['ringing_you', 'attending']);
    await expect.poll(() => attending, PATIENT).toMatchObject([{ id: escort.id, state: 'attending' }]);
    expect(await runs(OWN)).toContain('!ChanSpy!PJSIP/2001-,qEdS!');

    for (const mode of ['whisper', 'barge']) {
      const changed = await app.as('supervisor', 'PATCH', `/api/monitoring/escorts/${escort.id}`, { mode });
      expect([changed.status, changed.body]).toMatchObject([200, { data: { mode } }]);
    }
    const left = await app.as('supervisor', 'DELETE', `/api/monitoring/escorts/${escort.id}`);
    expect(left.status).toBe(200);
    await expect.poll(() => told.at(-1), PATIENT).toMatchObject({ state: 'ended', outcome: 'over' });
    expect((await calls()).calls).toMatchObject([{ call_id: callId, state: 'connected' }]);
    const supervisor = app.idOf('supervisor');
    const one = { user_id: app.idOf('dewi'), escort_id: escort.id };
    expect(await audit(callId)).toEqual(
      ['listen', 'whisper', 'barge'].map((mode) => ({
        action: 'phone-call.attended',
        user_id: supervisor,
        details: { ...one, mode },
      })),
    );
  });

  it('ends with the right to it, and the call goes on', async () => {
    const callId = await startCall('081234500028');
    await phone(OWN);
    await attend(callId);
    await expect.poll(states, PATIENT).toContain('attending');
    await mayMonitor('VIEW');
    await expect.poll(() => told.at(-1), PATIENT).toMatchObject({ state: 'ended', outcome: 'over' });
    expect((await calls()).calls).toMatchObject([{ call_id: callId, state: 'connected' }]);
    expect((await attend(callId)).status).toBe(403);
    await mayMonitor('VIEW,CONTROL');
  });

  it('is off when the call ends, and free at once', async () => {
    await app.as('supervisor', 'PUT', '/api/user/activity', { user_activity_id: 6 });
    const callId = await startCall('081234500022');
    await phone(OWN);
    await attend(callId, 'whisper');
    await expect.poll(states, PATIENT).toContain('attending');
    expect((await app.as('supervisor', 'POST', `/api/monitoring/calls/${callId}/hang-up`)).status).toBe(200);
    await expect.poll(() => told.at(-1), PATIENT).toMatchObject({ state: 'ended', outcome: 'over' });
    await expect.poll(async () => (await calls()).calls, PATIENT).toEqual([]);
    // Listening leaves no after-call work.
    const own = await app.as('supervisor', 'GET', '/api/user');
    expect(own.body).toMatchObject({ data: { user_activity_id: 6 } });
    expect((await audit(callId)).map(({ action }) => action)).toEqual([
      'phone-call.attended',
      'phone-call.hung-up',
    ]);
  });

  it('takes a call over, also from listening to it', async () => {
    const callId = await startCall('081234500023');
    await phone(OWN);
    await attend(callId);
    await expect.poll(states, PATIENT).toContain('attending');
    expect((await app.as('supervisor', 'POST', `/api/monitoring/calls/${callId}/take-over`)).status).toBe(
      200,
    );
    await expect
      .poll(async () => (await calls()).calls, PATIENT)
      .toMatchObject([{ call_id: callId, state: 'connected', user_id: app.idOf('supervisor') }]);
    expect(await runs(AGENT)).toBe('');
    expect((await audit(callId)).map(({ action }) => action)).toContain('phone-call.taken-over');
  });

  it('who takes a call over and does not answer leaves it with whom it was', async () => {
    const callId = await startCall('081234500024');
    await phone(OWN, { does: 'reject' });
    expect((await app.as('supervisor', 'POST', `/api/monitoring/calls/${callId}/take-over`)).status).toBe(
      200,
    );
    await expect
      .poll(async () => (await calls()).calls.map(({ state, user_id }) => [state, user_id]), PATIENT)
      .toEqual([['connected', app.idOf('dewi')]]);
    expect((await gateway.cli('core show channels concise')).split('\n').filter(Boolean)).toHaveLength(2);
  });

  it('is told where their own phone does not take it', async () => {
    const callId = await startCall('081234500025');
    await attend(callId);
    await expect.poll(() => told.at(-1), PATIENT).toMatchObject({ outcome: 'phone_unreachable' });
    await phone(OWN, { does: 'reject' });
    await attend(callId);
    await expect.poll(() => told.at(-1), PATIENT).toMatchObject({ outcome: 'phone_declined' });
  });

  it('attends one call at a time, and none that is not on, or is their own', async () => {
    const callId = await startCall('081234500026');
    await phone(OWN);
    const path = `/api/monitoring/calls/${callId}/escorts`;
    const same = { client_key: 'the-same-key-twice', mode: 'listen' };
    const first = await app.as('supervisor', 'POST', path, same);
    const again = await app.as('supervisor', 'POST', path, same);
    expect((again.body as { data: Escort }).data.id).toBe((first.body as { data: Escort }).data.id);
    expect((await attend(callId)).status).toBe(409);
    expect((await attend(callId + 1000)).status).toBe(404);
    const { id } = (first.body as { data: Escort }).data;
    const others = await app.as('admin', 'PATCH', `/api/monitoring/escorts/${id}`, { mode: 'barge' });
    expect(others.status).toBe(404);
    expect((await app.as('admin', 'POST', path, { ...same, client_key: 'another-key' })).body).toMatchObject({
      code: 'no_telephone',
    });
    expect((await app.as('dewi', 'POST', path, same)).status).toBe(403);
    expect((await app.as('dewi', 'GET', '/api/monitoring/calls')).status).toBe(403);
  });

  it('has nothing to do with calls of other departments', async () => {
    const callId = await startCall('081234500027');
    await leadNobody();
    const seen = await app.as('qa', 'GET', '/api/monitoring/calls');
    expect(seen.body).toMatchObject({ data: { calls: [], escorts: [] } });
    for (const what of ['escorts', 'take-over', 'hang-up']) {
      const body = what === 'escorts' ? { client_key: 'of-another-one', mode: 'listen' } : undefined;
      const { status } = await app.as('qa', 'POST', `/api/monitoring/calls/${callId}/${what}`, body);
      expect([what, status]).toEqual([what, 404]);
    }
    expect((await calls()).calls).toHaveLength(1);
  });
});
