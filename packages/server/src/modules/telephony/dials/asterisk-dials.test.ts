/** @module-tag full */
import type { PhoneDial, PhoneGateway } from '@trunkline/contract';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { testApp, type TestApp } from '../../../../test/app.ts';
import { deskOf } from '../../../../test/desk.ts';
import { hasAsterisk, startAsterisk, startPhone, type Gateway } from '../../../../test/telephony/asterisk.ts';

const BOOTS_MS = 60_000;
const PATIENT = { timeout: 40_000 };

describe.skipIf(!hasAsterisk)('a call that is asked for at a real gateway', { timeout: BOOTS_MS }, () => {
  let app: TestApp;
  let gateway: Gateway;
  let count = 0;
  const phones: { stop: () => Promise<void> }[] = [];
  const told: { name: string; payload: Record<string, unknown> }[] = [];

  beforeAll(async () => {
    [app, gateway] = await Promise.all([testApp(), startAsterisk()]);
    await sql`update users set extension = '2001' where username = 'dewi'`.execute(app.platform.db.q);
    const { q } = app.platform.db;
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
      after_call_seconds: 0,
    };
    await app.as('admin', 'POST', '/api/phone/gateways', body);
    const socket = await app.connect('dewi');
    socket.onAny((name: string, payload: Record<string, unknown>) => void told.push({ name, payload }));
    await socket.timeout(5000).emitWithAck('resume', { after: null, topics: [] });
    await app.as('dewi', 'PUT', '/api/user/activity', { user_activity_id: 6 });
    // Fails here if the gateway never comes up.
    for (let left = 400; (await health()) !== 'ok' && left > 0; left -= 1)
      await new Promise((resolve) => void setTimeout(resolve, 25));
  }, BOOTS_MS);
  afterAll(async () => {
    await app.close();
    await gateway.stop();
  });
  afterEach(async () => {
    for (const phone of phones.splice(0)) await phone.stop();
    told.splice(0);
  });

  async function health(): Promise<string | undefined> {
    const { body } = await app.as('admin', 'GET', '/api/phone/gateways');
    return (body as { data: PhoneGateway[] }).data[0]?.health.state;
  }
  type PhoneOptions = Partial<Parameters<typeof startPhone>[0]>;
  const own = async (options: PhoneOptions = {}) =>
    void phones.push(await startPhone({ sip: gateway.sip, extension: '2001', ...options }));
  const outside = async (options: PhoneOptions = {}) =>
    void phones.push(await startPhone({ sip: gateway.sip, port: gateway.ports.carrier, ...options }));

  async function ask(more: object = {}): Promise<PhoneDial> {
    count += 1;
    const asked = { client_key: `dial-key-${count}`, number: '+62 812-3456-0001', ...more };
    const { status, body } = await app.as('dewi', 'POST', '/api/phone/calls', asked);
    expect([status, body]).toMatchObject([200, { data: { number: '+6281234560001' } }]);
    return (body as { data: PhoneDial }).data;
  }
  const dial = async (): Promise<PhoneDial | null> => {
    const { body } = await app.as('dewi', 'GET', '/api/phone/calls/own');
    return (body as { data: { call: PhoneDial | null } }).data.call;
  };
  const outcome = async () => (await dial())?.outcome;
  const record = (id: number) =>
    app.platform.db.q
      .selectFrom('calls as c')
      .innerJoin('phone_calls as p', 'p.call_id', 'c.id')
      .select([
        'c.state',
        'c.end_reason',
        'c.ticket_id',
        'c.customer_id',
        'c.user_id',
        'c.answered_at',
        'c.direction',
      ])
      .select(['p.number', 'p.linked'])
      .where('c.id', '=', id)
      .executeTakeFirstOrThrow();
  const activity = async () => {
    const { body } = await app.as('dewi', 'GET', '/api/user');
    return (body as { data: { user_activity_id: number } }).data.user_activity_id;
  };
  const responses = () => told.filter(({ name }) => name === 'originate-response-event');
  const states = () =>
    told.flatMap(({ name, payload }) => (name === 'phone-dial-changed' ? [payload['state']] : []));

  it('rings the phone of whoever asks, then the customer, and both talk', async () => {
    await own();
    await outside({ talkMs: 1500 });
    const asked = await ask();
    expect(asked).toMatchObject({ state: 'ringing_you', outcome: null, media_status_id: null });
    await expect.poll(async () => (await dial())?.state, PATIENT).toBe('answered');
    expect(await activity()).toBe(11);
    await expect.poll(outcome, PATIENT).toBe('answered');
    await expect.poll(states).toEqual(['calling', 'answered', 'ended']);
    expect(responses().map(({ payload }) => payload)).toEqual([
      {
        event: 'OriginateResponse',
        uniqueid: expect.stringMatching(/^trunkline-dial-/),
        eventtime: expect.any(String),
        call_id: asked.call_id,
        channel_agent: expect.stringMatching(/^PJSIP\/2001-/),
        ticket_id: null,
        ticket_media_id: 1,
      },
    ]);
    const call = await record(asked.call_id);
    expect(call).toMatchObject({ state: 'ended', end_reason: 'hung_up', direction: 'outbound' });
    expect(call).toMatchObject({ number: '+6281234560001', user_id: app.idOf('dewi') });
    expect([call.ticket_id, call.customer_id, call.answered_at]).not.toContain(null);
    await expect.poll(activity, PATIENT).toBe(6);
    // For the gateway it is one call, under the name that we gave it.
    expect(call.linked).toHaveLength(1);
    expect((await gateway.records()).map(({ id }) => id)).toContain(call.linked[0]);
  });

  it('shows the number of the department that calls, where it has one', async () => {
    const { body } = await app.as('admin', 'GET', '/api/settings/departments');
    const [department] = (body as { data: { id: number; version: number }[] }).data.toSorted(
      (a, b) => a.id - b.id,
    );
    const rename = (version: number | undefined, values: object) =>
      app.as('admin', 'PATCH', `/api/settings/departments/${department?.id}`, { version, values });
    expect((await rename(department?.version, { caller_number: 'our number' })).status).toBe(400);
    const given = await rename(department?.version, { caller_number: '+62 21 555-0100' });
    expect(given.status).toBe(200);
    await own();
    await outside({ ringMs: 3000, talkMs: 300 });
    await ask();
    // The number on the agent's channel is the one that the trunk sends out.
    await expect.poll(() => gateway.cli('core show channels concise'), PATIENT).toContain('!+62215550100!');
    await expect.poll(outcome, PATIENT).toBe('answered');
    const { version } = (given.body as { data: { version: number } }).data;
    expect((await rename(version, { caller_number: '' })).status).toBe(200);
  });

  it.each([
    ['is busy', { does: 'reject' }, 'busy', 'declined'],
    ['rejects', { does: 'reject', refusal: '603 Decline' }, 'declined', 'declined'],
    ['has no such number', { does: 'reject', refusal: '404 Not Found' }, 'wrong_number', 'failed'],
    [
      'cannot be reached for all lines are taken',
      { does: 'reject', refusal: '503 Service Unavailable' },
      'line_fault',
      'failed',
    ],
    [
      'does not answer',
      { does: 'reject', refusal: '480 Temporarily Unavailable' },
      'no_answer',
      'unanswered',
    ],
  ] as const)('says that the customer %s', async (_, does, said, end) => {
    await own();
    await outside(does);
    const { call_id: id } = await ask();
    await expect.poll(outcome, PATIENT).toBe(said);
    expect(await dial()).toMatchObject({ state: 'ended', media_status_id: 10 });
    expect(await record(id)).toMatchObject({ state: 'ended', end_reason: end, answered_at: null });
    await expect.poll(responses).toHaveLength(1);
    await expect.poll(activity, PATIENT).toBe(6);
  });

  it('says that one has hung up before anybody answered', async () => {
    await own({ talkMs: 1000 });
    await outside({ does: 'ring' });
    await ask();
    await expect.poll(outcome, PATIENT).toBe('you_hung_up');
  });

  it.each([
    ['declines', { does: 'reject' }, 'phone_declined'],
    ['does not answer', { does: 'ring' }, 'phone_no_answer'],
  ] as const)('says that the own phone %s, and rings nobody else', async (_, does, said) => {
    await own(does);
    await outside();
    const { call_id: id } = await ask();
    await expect.poll(outcome, PATIENT).toBe(said);
    await expect.poll(async () => (await record(id)).state, PATIENT).toBe('ended');
    expect(await record(id)).toMatchObject({ end_reason: 'failed', answered_at: null });
    await expect.poll(responses).toHaveLength(1);
    await expect.poll(activity, PATIENT).toBe(6);
  });

  it('says that the own phone is off', async () => {
    const { call_id: id } = await ask();
    await expect.poll(outcome, PATIENT).toBe('phone_unreachable');
    expect(await record(id)).toMatchObject({ state: 'ended', end_reason: 'failed' });
    await expect
      .poll(responses, PATIENT)
      .toMatchObject([{ payload: { uniqueid: expect.stringMatching(/^trunkline-dial-/) } }]);
  });

  it('stands on the ticket that it is about, and takes it from nobody', async () => {
    const about = await deskOf(() => app).create();
    await app.platform.db.q
      .updateTable('tickets')
      .set({ assignee_id: app.idOf('budi') })
      .where('id', '=', about.id)
      .execute();
    await own();
    await outside({ talkMs: 800 });
    const asked = await ask({ ticket_id: about.id });
    expect(asked).toMatchObject({ ticket_id: about.id, customer_id: about.customer_id });
    await expect.poll(outcome, PATIENT).toBe('answered');
    const { body } = await app.as('admin', 'GET', `/api/tickets/${about.id}/timeline`);
    const types = (body as { data: { event: { type: string } | null }[] }).data.map(
      ({ event }) => event?.type,
    );
    expect(types.filter((type) => type?.startsWith('call_'))).toEqual([
      'call_started',
      'call_answered',
      'call_ended',
    ]);
    const after = await app.platform.db.q
      .selectFrom('tickets')
      .select('assignee_id')
      .where('id', '=', about.id)
      .executeTakeFirstOrThrow();
    expect(after.assignee_id).toBe(app.idOf('budi'));
  });

  it('is one call where it is asked for twice, also at the same moment, and no second one beside it', async () => {
    await own();
    await outside();
    const same = { client_key: 'the-same-key' };
    const [one, other] = await Promise.all([ask(same), ask(same)]);
    expect(other.call_id).toBe(one.call_id);
    await expect.poll(async () => (await dial())?.state, PATIENT).toBe('answered');
    expect((await ask(same)).call_id).toBe(one.call_id);
    expect(await gateway.cli('core show channels count')).toContain('1 active call');
    const another = await app.as('dewi', 'POST', '/api/phone/calls', {
      client_key: 'another-key',
      number: '081234560002',
    });
    expect(another).toMatchObject({ status: 409, body: { code: 'in_a_call' } });
    for (const phone of phones.splice(0)) await phone.stop();
    await gateway.cli('channel request hangup all');
    await expect.poll(outcome, PATIENT).toBe('answered');
  });

  it('is over when the gateway goes down in the middle, and says so where it cannot be reached', async () => {
    await own();
    await outside({ does: 'ring' });
    const { call_id: id } = await ask();
    await expect.poll(async () => (await dial())?.state, PATIENT).toBe('calling');
    await gateway.kill();
    await expect.poll(health, PATIENT).toBe('failing');
    await gateway.boot();
    await expect.poll(outcome, PATIENT).toBe('unknown');
    expect(await record(id)).toMatchObject({ state: 'ended', end_reason: 'failed' });
    await gateway.kill();
    expect(await ask()).toMatchObject({ state: 'ended', outcome: 'gateway_unreachable' });
    await gateway.boot();
    await expect.poll(health, PATIENT).toBe('ok');
  });

  it.each([
    '112',
    '*6support',
    '081234560001&PJSIP/2002',
    '081234560001\r\nAction: Hangup',
    '081234560001,1,System(id)',
    '${SHELL(id)}',
    '081234560001@trunk',
    '+6281234567890123456',
    '０８１２３４５６',
  ])('is not made to %j', async (number) => {
    const { status, body } = await app.as('dewi', 'POST', '/api/phone/calls', {
      client_key: 'evil-key-1',
      number,
    });
    expect([status, body]).toMatchObject([400, { code: 'invalid' }]);
    expect(await gateway.cli('core show channels count')).toContain('0 active channels');
  });

  it('is made by nobody who has no phone, may not answer, or does not see the ticket', async () => {
    const call = { client_key: 'nobody-key', number: '081234560001' };
    await sql`update users set extension = '' where username = 'budi'`.execute(app.platform.db.q);
    const asked = (username: 'budi' | 'qa' | 'dewi', more: object = {}) =>
      app.as(username, 'POST', '/api/phone/calls', { ...call, ...more });
    expect(await asked('budi')).toMatchObject({ status: 409, body: { code: 'no_telephone' } });
    expect((await asked('qa')).status).toBe(403);
    expect((await asked('dewi', { ticket_id: 999_999 })).status).toBe(404);
    expect((await asked('dewi', { customer_id: 999_999 })).status).toBe(422);
  });
});
