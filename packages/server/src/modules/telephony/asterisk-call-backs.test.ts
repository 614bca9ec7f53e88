/** @module-tag full */
import type { CallBack, JoinCredentials, PhoneGateway, RoomDial, Ticket } from '@trunkline/contract';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { testApp, type TestApp } from '../../../test/app.ts';
import { callersOf } from '../../../test/telephony/callers.ts';
import {
  hasAsterisk,
  startAsterisk,
  startCaller,
  startPhone,
  type Gateway,
} from '../../../test/telephony/asterisk.ts';

const BOOTS_MS = 90_000;
const PATIENT = { timeout: 40_000 };
const MINUTE_MS = 60_000;

describe.skipIf(!hasAsterisk)('call-backs by telephone, at a real gateway', { timeout: BOOTS_MS }, () => {
  let app: TestApp;
  let gateway: Gateway;
  let callers: ReturnType<typeof callersOf>;
  let count = 0;
  const ends: (() => Promise<unknown>)[] = [];

  beforeAll(async () => {
    [app, gateway] = await Promise.all([testApp(), startAsterisk()]);
    callers = callersOf(app, await app.widget());
    await gateway.cli('dialplan set global LONGEST_WAIT 1');
    const { q } = app.platform.db;
    await sql`update users set extension = '2001' where username = 'dewi'`.execute(q);
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
      ws_url: gateway.wsUrl,
    };
    await app.as('admin', 'POST', '/api/phone/gateways', body);
    for (let left = 400; (await followed())?.health.state !== 'ok' && left > 0; left -= 1)
      await new Promise((resolve) => void setTimeout(resolve, 25));
  }, BOOTS_MS);
  afterAll(async () => {
    await app.close();
    await gateway.stop();
  });
  afterEach(async () => {
    await gateway.cli('channel request hangup all');
    for (const end of ends.splice(0)) await end();
    await app.as('dewi', 'PUT', '/api/user/activity', { user_activity_id: 1 });
  });

  async function followed(): Promise<PhoneGateway | undefined> {
    const { body } = await app.as('admin', 'GET', '/api/phone/gateways');
    return (body as { data: PhoneGateway[] }).data[0];
  }
  const look = () => app.app.modules.calls.callBacks.look();
  type PhoneOptions = Partial<Parameters<typeof startPhone>[0]>;
  async function phone(options: PhoneOptions): Promise<void> {
    ends.push((await startPhone({ sip: gateway.sip, ...options })).stop);
  }
  const own = () => phone({ extension: '2001' });
  const outside = (options: PhoneOptions = {}) => phone({ port: gateway.ports.carrier, ...options });

  /** A ticket of a customer with this number. */
  async function ticketOf(number: string): Promise<number> {
    const made = await app.as('dewi', 'POST', '/api/customers', {
      name: `Sari ${number}`,
      identities: [{ kind: 'phone', value: number }],
    });
    const customer = (made.body as { data: { id: number } }).data;
    const opened = await app.as('dewi', 'POST', '/api/tickets', {
      customer_id: customer.id,
      subject: 'An invoice',
      department_id: app.departmentIds[0],
      client_key: `ticket-key-${(count += 1)}`,
    });
    expect([opened.status, opened.body]).toMatchObject([200, {}]);
    return (opened.body as { data: Ticket }).data.id;
  }
  async function promise(ticketId: number, more: object = {}): Promise<CallBack> {
    const body = { client_key: `promise-key-${(count += 1)}`, phone: '+62 812-3456-0009', at: null, ...more };
    const made = await app.as('dewi', 'POST', `/api/tickets/${ticketId}/call-backs`, body);
    expect([made.status, made.body]).toMatchObject([200, {}]);
    return (made.body as { data: CallBack }).data;
  }
  async function shown(ticketId: number): Promise<CallBack | undefined> {
    const { body } = await app.as('dewi', 'GET', `/api/tickets/${ticketId}/call-backs`);
    return (body as { data: CallBack[] }).data.at(-1);
  }
  const stateOf = async (ticketId: number) => (await shown(ticketId))?.state;
  /** The call-back rings at Dewi's screen, and she picks it up. */
  async function pickUp(): Promise<void> {
    const screen = await app.connect('dewi');
    await screen.timeout(5000).emitWithAck('extension-join-room', '2001');
    await screen.timeout(5000).emitWithAck('resume', { after: null, topics: [] });
    const rings = callers.next<RoomDial>(screen, 'daily-dial');
    await app.as('dewi', 'PUT', '/api/user/activity', { user_activity_id: 6 });
    await look();
    const dial = await rings;
    expect(dial).toMatchObject({ is_call_back: true, is_telephone: true });
    const { body } = await callers.pickUp('dewi', dial);
    expect(body).toMatchObject({ success: true });
    expect((body as { data?: JoinCredentials }).data).toBeUndefined();
  }

  it('rings at a free agent at the time that was promised, whose phone calls the customer', async () => {
    await Promise.all([own(), outside()]);
    const ticketId = await ticketOf('+6281234560011');
    const at = new Date(app.clock.now().getTime() + 5 * MINUTE_MS).toISOString();
    const made = await promise(ticketId, { at, client_key: 'promise-once-1' });
    // The same key makes one call-back.
    expect((await promise(ticketId, { at, client_key: 'promise-once-1' })).id).toBe(made.id);
    expect(made).toMatchObject({ state: 'waiting', is_telephone: true, phone: '+6281234560009', due_at: at });
    await look();
    expect(await stateOf(ticketId)).toBe('waiting');
    app.clock.advance(5 * MINUTE_MS + 1000);
    await pickUp();
    expect(await stateOf(ticketId)).toBe('calling');
    await expect.poll(() => stateOf(ticketId), PATIENT).toBe('done');
    const told = await callers.told(ticketId);
    expect(told).toEqual(
      expect.arrayContaining(['call_back_promised', 'call_back_rung', 'call_started', 'call_back_done']),
    );
    // The ring at the agent is not listed as a call.
    const { body } = await app.as('dewi', 'GET', `/api/tickets/${ticketId}/calls`);
    expect((body as { data: unknown[] }).data).toEqual([]);
  });

  it('is tried again where nobody answers, so often and no more, and then the ticket says so', async () => {
    await Promise.all([own(), outside({ does: 'reject' })]);
    const ticketId = await ticketOf('+6281234560012');
    await promise(ticketId);
    for (let calls = 1; calls < 3; calls += 1) {
      await pickUp();
      await expect.poll(async () => (await shown(ticketId))?.reason, PATIENT).toBe('not_reached');
      await expect.poll(() => stateOf(ticketId), PATIENT).toBe('waiting');
      app.clock.advance(16 * MINUTE_MS);
    }
    await pickUp();
    await expect.poll(() => stateOf(ticketId), PATIENT).toBe('missed');
    expect(await shown(ticketId)).toMatchObject({ reason: 'not_reached', next_at: null });
    expect((await callers.told(ticketId)).filter((type) => type === 'call_back_missed')).toHaveLength(3);
    // Whoever sees the ticket may set a new time.
    const id = (await shown(ticketId))?.id;
    const at = new Date(app.clock.now().getTime() + MINUTE_MS).toISOString();
    await app.as('dewi', 'POST', `/api/call-backs/${id}/move`, { at });
    expect(await shown(ticketId)).toMatchObject({ state: 'waiting', due_at: at, attempts: 0 });
    await app.as('dewi', 'POST', `/api/call-backs/${id}/cancel`, {});
    expect(await stateOf(ticketId)).toBe('cancelled');
  });

  it('is not lost where the phone of whoever picked up is off, nor where nobody says what came of it', async () => {
    const ticketId = await ticketOf('+6281234560013');
    await promise(ticketId);
    await pickUp();
    await expect.poll(async () => (await shown(ticketId))?.reason, PATIENT).toBe('nobody');
    expect(await shown(ticketId)).toMatchObject({ state: 'waiting', attempts: 1 });
    await Promise.all([own(), outside()]);
    const id = (await shown(ticketId))?.id;
    const now = await app.as('dewi', 'POST', `/api/call-backs/${id}/call`, {});
    expect(now).toMatchObject({ status: 200, body: { data: null } });
    // A repeated request makes one call.
    expect((await app.as('dewi', 'POST', `/api/call-backs/${id}/call`, {})).status).toBe(200);
    await expect.poll(() => stateOf(ticketId), PATIENT).toBe('done');
  });

  it('is asked for by a key of who waited too long, also while nobody follows the gateway', async () => {
    const number = '081234500091';
    const id = (await followed())?.id;
    await app.as('admin', 'PATCH', `/api/phone/gateways/${id}`, { is_active: false });
    const noted = () => gateway.cli('database show trunkline-messages');
    // Key 2 is pressed until the prompt has asked for it.
    const caller = await startCaller({ sip: gateway.sip, number, keys: '12222222222', keyAfterMs: 1500 });
    ends.push(() => caller.vanish());
    await expect.poll(noted, PATIENT).toContain('call-back');
    await app.as('admin', 'PATCH', `/api/phone/gateways/${id}`, { is_active: true });
    const find = async () => {
      const found = await app.as('dewi', 'GET', `/api/tickets?q=${number.slice(1)}`);
      return (found.body as { data: Ticket[] }).data[0];
    };
    await expect.poll(async () => stateOf((await find())?.id ?? 0), PATIENT).toBe('waiting');
    await expect.poll(noted, PATIENT).toContain('0 results');
    const ticketId = (await find())?.id ?? 0;
    expect(await shown(ticketId)).toMatchObject({ is_telephone: true, phone: number });
    expect(await callers.told(ticketId)).toContain('call_back_asked');
    await Promise.all([own(), outside()]);
    await pickUp();
    await expect.poll(() => stateOf(ticketId), PATIENT).toBe('done');
  });
});
