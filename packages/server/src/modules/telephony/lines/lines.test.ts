/** @module-tag full */
import type { OpenedPhoneLine, Person } from '@trunkline/contract';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { WebSocket } from 'ws';
import { hasAsterisk, startAsterisk, type Gateway } from '../../../../test/telephony/asterisk.ts';
import { testApp, type TestApp } from '../../../../test/app.ts';
import type { Username } from '../../../../test/people.ts';
import { openLineSocket, register, requestOf } from '../../../../test/telephony/sip-client.ts';

const PATIENT = { timeout: 15_000, interval: 50 };

describe.skipIf(!hasAsterisk)('a phone in the browser', () => {
  let gateway: Gateway;
  let app: TestApp;
  let url: string;
  let gatewayId: number;
  const sockets: WebSocket[] = [];

  async function change(username: Username, fields: object): Promise<number> {
    const { body } = await app.as('admin', 'GET', '/api/users');
    const { id, version } = (body as { data: Person[] }).data.find((one) => one.username === username) ?? {};
    expect((await app.as('admin', 'PATCH', `/api/users/${id}`, { version, ...fields })).status).toBe(200);
    return id ?? 0;
  }
  async function line(username: Username): Promise<OpenedPhoneLine> {
    const { status, body } = await app.as(username, 'POST', '/api/phone/line');
    expect(status).toBe(200);
    return (body as { data: OpenedPhoneLine }).data;
  }
  async function openSocket(username: Username, more: { origin?: string } = {}): Promise<WebSocket> {
    const socket = await enter(username, more);
    if (typeof socket === 'number') throw new Error(`refused with ${socket}`);
    return socket;
  }
  async function enter(username: Username, more: { origin?: string; token?: string } = {}) {
    const { body } = await app.as(username, 'GET', '/api/user');
    const token = await app.signIn(username);
    const userId = (body as { data: { id: number } }).data.id;
    const socket = await openLineSocket({ url, token, userId, ...more });
    if (typeof socket !== 'number') sockets.push(socket);
    return socket;
  }
  const closed = (socket: WebSocket) =>
    new Promise<number>((resolve) => void socket.once('close', (code) => resolve(code)));
  const sweep = () =>
    app.platform.db.transaction((tx) => tx.enqueue('phone:end-lines', {}, { key: 'phone:end-lines' }));
  const objects = () => gateway.cli('database show trunkline');
  const contacts = () => gateway.cli('pjsip show contacts');

  beforeAll(async () => {
    gateway = await startAsterisk();
    app = await testApp();
    url = await app.app.http.app.listen({ port: 0, host: '127.0.0.1' });
    const { host, port, isTls, username, secret } = gateway.ami;
    const { body } = await app.as('admin', 'POST', '/api/phone/gateways', {
      name: 'Head office',
      department_id: app.departmentIds[0],
      is_active: true,
      after_call_seconds: 0,
      host,
      port,
      is_tls: isTls,
      username,
      secret,
      ws_url: gateway.wsUrl,
      media_address: '127.0.0.1',
    });
    gatewayId = (body as { data: { id: number } }).data.id;
  }, 60_000);
  afterEach(() => {
    for (const socket of sockets.splice(0)) socket.terminate();
  });
  afterAll(async () => {
    await app.close();
    await gateway.stop();
  });

  it('is made at the gateway without a reload, registers, and is there', async () => {
    await change('dewi', { extension: '3001' });
    const made = await line('dewi');
    if (made.missing !== null) throw new Error(made.missing);
    expect(made).toMatchObject({ extension: '3001', realm: 'trunkline' });
    expect(Date.parse(made.expires_at)).toBeGreaterThan(app.clock.now().getTime() + 3_600_000);
    const socket = await openSocket('dewi');
    expect(await register(socket, { user: '3001', password: made.password })).toBe(200);
    await vi.waitFor(async () => expect(await contacts()).toContain('3001/sip:3001@'), PATIENT);
    // The gateway only stores a digest of the password.
    expect(await objects()).not.toContain(made.password);
    expect(await objects()).toContain('MD5:');

    // When the page is gone, its contact at the gateway is gone too.
    socket.terminate();
    await vi.waitFor(async () => expect(await contacts()).not.toContain('3001/'), PATIENT);
  });

  it('takes the newest password only', async () => {
    await change('dewi', { extension: '3001' });
    const [first, second] = [await line('dewi'), await line('dewi')];
    if (first.missing !== null || second.missing !== null) throw new Error('not made');
    const socket = await openSocket('dewi');
    expect(await register(socket, { user: '3001', password: first.password })).toBe(401);
    expect(await register(socket, { user: '3001', password: second.password })).toBe(200);
  });

  it('leaves phones alone that the gateway has itself', async () => {
    await change('budi', { extension: '2004' });
    const before = await gateway.cli('pjsip show auth 2004');
    expect(await line('budi')).toEqual({ missing: 'phone' });
    expect(await gateway.cli('pjsip show auth 2004')).toBe(before);
    expect(await objects()).not.toContain('2004');
  });

  it('is nobody’s who has no extension', async () => {
    await change('qa', { extension: '' });
    expect(await line('qa')).toEqual({ missing: 'extension' });
    expect(await enter('qa')).toBe(403);
  });

  it('comes in with a session of one’s own, from our own pages', async () => {
    await change('dewi', { extension: '3001' });
    await line('dewi');
    expect(await enter('dewi', { token: 'made up' })).toBe(401);
    expect(await enter('dewi', { token: '' })).toBe(401);
    expect(await enter('dewi', { token: await app.signIn('admin') })).toBe(401);
    expect(await enter('dewi', { origin: 'https://elsewhere.example.com' })).toBe(403);
    await openSocket('dewi', { origin: url });
  });

  it('speaks for its own extension alone', async () => {
    await change('dewi', { extension: '3001' });
    await line('dewi');
    for (const frame of [requestOf('REGISTER', '2001'), requestOf('INVITE', 'nobody'), 'no SIP']) {
      const socket = await openSocket('dewi');
      const over = closed(socket);
      socket.send(frame);
      expect(await over).toBe(1008);
    }
    const socket = await openSocket('dewi');
    const over = closed(socket);
    for (let index = 0; index < 400; index += 1) socket.send('\r\n\r\n');
    expect(await over).toBe(1008);
  });

  it('is one person’s a few times, not any number of times', async () => {
    await change('dewi', { extension: '3001' });
    await line('dewi');
    for (let index = 0; index < 4; index += 1) await openSocket('dewi');
    expect(await enter('dewi')).toBe(429);
  });

  it('is taken away where its owner gets another number', async () => {
    await change('dewi', { extension: '3001' });
    const made = await line('dewi');
    if (made.missing !== null) throw new Error(made.missing);
    const socket = await openSocket('dewi');
    expect(await register(socket, { user: '3001', password: made.password })).toBe(200);
    const over = closed(socket);
    await change('dewi', { extension: '3002' });
    expect(await over).toBe(4001);
    await vi.waitFor(async () => expect(await objects()).not.toContain('3001'), PATIENT);
    expect(await enter('dewi')).toBe(403);
  });

  it('calls where its owner may, and no longer than they may', async () => {
    const inside = 'from-internal-inside';
    const contextOf = async (extension: string) =>
      /context +: (\S+)/.exec(await gateway.cli(`pjsip show endpoint ${extension}`))?.[1];
    const leads = async (number: string, context: string) =>
      !(await gateway.cli(`dialplan show ${number}@${context}`)).includes('no existence');
    await change('dewi', { extension: '3001' });
    await line('dewi');
    expect(await contextOf('3001')).toBe('from-internal');
    expect(await leads('081234567890', 'from-internal')).toBe(true);
    await change('qa', { extension: '3004' });
    await line('qa');
    expect(await contextOf('3004')).toBe(inside);
    expect(await leads('081234567890', inside)).toBe(false);
    expect(await leads('2001', inside)).toBe(true);
    await change('admin', { extension: '3005' });
    await line('admin');
    expect(await contextOf('3005')).toBe('from-internal-setup');

    const socket = await openSocket('dewi');
    const over = closed(socket);
    const before = await sql<{ level: number }>`
      with whose as (select id, user_level_id from users where username = 'dewi')
      update users u set user_level_id = (select user_level_id from users where username = 'qa')
      from whose where u.id = whose.id returning whose.user_level_id as level`.execute(app.platform.db.q);
    await sweep();
    expect(await over).toBe(4001);
    await vi.waitFor(async () => expect(await objects()).not.toContain('3001'), PATIENT);
    await line('dewi');
    expect(await contextOf('3001')).toBe(inside);
    await sql`update users set user_level_id = ${before.rows[0]?.level} where username = 'dewi'`.execute(
      app.platform.db.q,
    );
  });

  it('is taken away where its owner leaves, and after its time', async () => {
    const id = await change('dewi', { extension: '3001' });
    await line('dewi');
    expect(await objects()).toContain('endpoint/3001');
    await sql`update users set is_active = false where id = ${id}`.execute(app.platform.db.q);
    await sweep();
    await vi.waitFor(async () => expect(await objects()).not.toContain('3001'), PATIENT);

    await sql`update users set is_active = true where id = ${id}`.execute(app.platform.db.q);
    await line('dewi');
    app.clock.advance(9 * 3_600_000);
    await sweep();
    await vi.waitFor(async () => expect(await objects()).not.toContain('3001'), PATIENT);
  });

  it('can be given to colleagues with a phone, and to queues', async () => {
    await change('budi', { extension: '2004' });
    const { body } = await app.as('dewi', 'GET', '/api/phone/targets');
    expect((body as { data: object }).data).toMatchObject({
      people: expect.arrayContaining([expect.objectContaining({ extension: '2004' })]),
      queues: ['billing', 'load', 'sales', 'support'],
    });
  });

  it('ends with the session', async () => {
    await change('supervisor', { extension: '3003' });
    await line('supervisor');
    const socket = await openSocket('supervisor');
    const over = closed(socket);
    await app.as('supervisor', 'POST', '/api/auth/logout');
    expect(await over).toBe(4001);
  });

  it('says that the gateway takes none, or is away', async () => {
    await change('dewi', { extension: '3001' });
    await app.as('admin', 'PATCH', `/api/phone/gateways/${gatewayId}`, { ws_url: '' });
    expect(await line('dewi')).toEqual({ missing: 'gateway' });
    await app.as('admin', 'PATCH', `/api/phone/gateways/${gatewayId}`, {
      ws_url: gateway.wsUrl,
      secret: gateway.ami.secret,
    });
    await gateway.kill();
    expect((await app.as('dewi', 'POST', '/api/phone/line')).status).toBe(503);
    await gateway.boot();
    expect(await line('dewi')).toMatchObject({ extension: '3001' });
    await openSocket('dewi');
  });
});
