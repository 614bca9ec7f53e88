/** @module-tag full */
import type { PhoneGateway } from '@trunkline/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testApp, type TestApp } from '../../../../test/app.ts';
import {
  hasAsterisk,
  startAsterisk,
  startCaller,
  startPhone,
  type Gateway,
} from '../../../../test/telephony/asterisk.ts';

const BOOTS_MS = 60_000;
const PATIENT = { timeout: 15_000 };
const A_SECOND = 1000;

describe.skipIf(!hasAsterisk)('the records of calls of a real gateway', { timeout: BOOTS_MS }, () => {
  let app: TestApp;
  let gateway: Gateway;

  beforeAll(async () => {
    [app, gateway] = await Promise.all([testApp(), startAsterisk()]);
    await sql`update users set extension = '2001' where username = 'dewi'`.execute(app.platform.db.q);
    const [department] = await app.platform.db.q
      .selectFrom('departments')
      .select('id')
      .orderBy('id')
      .execute();
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
      after_call_seconds: 5,
    };
    // Queues only ring agents who are signed in and ready.
    await app.connect('dewi');
    await app.as('dewi', 'PUT', '/api/user/activity', { user_activity_id: 6 });
    await app.as('admin', 'POST', '/api/phone/gateways', body);
  }, BOOTS_MS);
  afterAll(async () => {
    await app.close();
    await gateway.stop();
  });

  async function health(): Promise<string | undefined> {
    const { body } = await app.as('admin', 'GET', '/api/phone/gateways');
    return (body as { data: PhoneGateway[] }).data[0]?.health.state;
  }
  const callOf = (number: string) =>
    app.platform.db.q
      .selectFrom('calls as c')
      .innerJoin('phone_calls as p', 'p.call_id', 'c.id')
      .select(['c.state', 'c.ticket_id', 'c.user_id', 'c.started_at', 'c.answered_at', 'c.ended_at'])
      .select(['p.queue', 'p.ivr_keypress', 'p.linked'])
      .where('p.number', '=', number)
      .executeTakeFirst();

  it('agree with its own, to the second', async () => {
    await expect.poll(health, PATIENT).toBe('ok');
    const phone = await startPhone({ sip: gateway.sip, extension: '2001', talkMs: 2000 });
    await startCaller({ sip: gateway.sip, number: '081234500001', keys: '1' });
    await expect.poll(async () => (await callOf('081234500001'))?.state, PATIENT).toBe('ended');
    const call = await callOf('081234500001');
    await phone.stop();
    expect(call).toMatchObject({ queue: 'support', ivr_keypress: '1' });
    expect([call?.ticket_id, call?.user_id]).not.toContain(null);

    const record = (await gateway.records()).find(({ id }) => call?.linked.includes(id));
    near(call?.started_at, record?.began);
    near(call?.ended_at, record?.ended);
    const heard = (await gateway.notes()).filter(({ kind }) => kind === 'BRIDGE_ENTER').map(({ at }) => at);
    near(call?.answered_at, Math.max(...heard));
  });

  it('end when the gateway is killed', async () => {
    const caller = await startCaller({ sip: gateway.sip, number: '081234500002', keys: '1' });
    await expect.poll(async () => (await callOf('081234500002'))?.queue, PATIENT).toBe('support');
    const killedAt = Date.now();
    await gateway.kill();
    const goneAt = Date.now();
    await caller.vanish();
    await expect.poll(health, PATIENT).toBe('failing');
    await gateway.boot();
    await expect.poll(async () => (await callOf('081234500002'))?.state, PATIENT).toBe('ended');
    const { ended_at } = (await callOf('081234500002')) ?? {};
    expect(Date.parse(ended_at ?? '')).toBeGreaterThanOrEqual(killedAt - A_SECOND);
    expect(Date.parse(ended_at ?? '')).toBeLessThanOrEqual(goneAt + A_SECOND);
  });
});

function near(said: string | null | undefined, noted: number | undefined): void {
  expect(Math.abs(Date.parse(said ?? '') - (noted ?? NaN))).toBeLessThanOrEqual(A_SECOND);
}
