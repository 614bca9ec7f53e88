import type { Level } from '@trunkline/contract';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Socket } from 'socket.io-client';
import { testApp, type TestApp } from '../../../test/app.ts';
import type { Username } from '../../../test/people.ts';

// Changed permissions apply from the next request, on every server, and to events.

let t: TestApp;
let other: Awaited<ReturnType<TestApp['another']>>;
let ready: Level[] = [];
let customerId: number;
beforeAll(async () => {
  t = await testApp();
  other = await t.another();
  ready = await levels();
  const { body } = await t.as('admin', 'POST', '/api/customers', { name: 'Rina Hartono' });
  customerId = (body as { data: { id: number } }).data.id;
});
afterAll(async () => {
  await other.close();
  await t.close();
});
afterEach(async () => {
  for (const { name, visibility, modules } of ready) await change(name, { visibility, modules });
});

const levels = async () => ((await t.as('admin', 'GET', '/api/levels')).body as { data: Level[] }).data;

async function change(name: string, fields: object): Promise<void> {
  const level = (await levels()).find((each) => each.name === name);
  const body = { version: level?.version, ...fields };
  const { status } = await t.as('admin', 'PATCH', `/api/levels/${level?.id}`, body);
  expect(status).toBe(200);
}

/** The modules of a predefined role, without one of them or one of its activities. */
function modulesWithout(name: string, code: string, activity?: string): Level['modules'] {
  const modules = ready.find((each) => each.name === name)?.modules ?? [];
  return modules.flatMap((row) => {
    if (row.module_code !== code) return [row];
    const left = row.module_activity_code.split(',').filter((each) => each !== activity);
    return activity === undefined ? [] : [{ ...row, module_activity_code: left.join(',') }];
  });
}

let keys = 0;
async function newTicket(fields: object = {}): Promise<number> {
  const base = { customer_id: customerId, subject: 'A parcel is late', department_id: t.departmentIds[0] };
  const body = { client_key: `rights-${(keys += 1)}-ticket`, ...base, ...fields };
  const { body: answer } = await t.as('admin', 'POST', '/api/tickets', body);
  return (answer as { data: { id: number } }).data.id;
}

async function onOther(who: Username, url: string): Promise<{ statusCode: number; body: string }> {
  const headers = { authorization: `Bearer ${await t.signIn(who)}` };
  return other.app.http.app.inject({ url, headers });
}

describe('the next request', () => {
  it('is refused on every server when the permission is revoked, and answered when it is granted again', async () => {
    expect((await onOther('dewi', '/api/customers')).statusCode).toBe(200);
    await change('Agent', { modules: modulesWithout('Agent', 'CUSTOMERS') });
    expect((await onOther('dewi', '/api/customers')).statusCode).toBe(403);
    expect((await t.as('dewi', 'GET', '/api/customers')).status).toBe(403);
    const given = ready.find(({ name }) => name === 'Agent')?.modules;
    await change('Agent', { modules: given });
    expect((await onOther('dewi', '/api/customers')).statusCode).toBe(200);
  });

  it('sees no more tickets than the new visibility allows', async () => {
    const [shared, own] = [await newTicket(), await newTicket({ assignee_id: t.idOf('dewi') })];
    const seen = async () => {
      const { body } = await onOther('dewi', '/api/tickets');
      return (JSON.parse(body) as { data: { id: number }[] }).data.map(({ id }) => id);
    };
    expect(await seen()).toEqual(expect.arrayContaining([shared, own]));
    await change('Agent', { visibility: 'own' });
    expect(await seen()).toEqual([own]);
    expect((await onOther('dewi', `/api/tickets/${shared}`)).statusCode).toBe(404);
  });

  it('is decided by it for an API key too', async () => {
    const body = { name: 'CRM', codes: ['CUSTOMERS:VIEW'], expires_at: null };
    const { token } = (await t.as('admin', 'POST', '/api/api_keys', body)).body as { token: string };
    const ask = async () => {
      const headers = { authorization: `Bearer ${token}` };
      return (await other.app.http.app.inject({ url: '/api/customers', headers })).statusCode;
    };
    expect(await ask()).toBe(200);
    await change('Administrator', { modules: modulesWithout('Administrator', 'CUSTOMERS') });
    expect(await ask()).toBe(403);
  });
});

describe('an open socket', () => {
  /** Returns a list that collects the subjects of tickets in the events that this socket receives. */
  function heardBy(socket: Socket): string[] {
    const subjects: string[] = [];
    socket.onAny((name: string, payload: { subject?: string; ticket?: { subject?: string } }) => {
      const subject = payload?.subject ?? payload?.ticket?.subject;
      if (name.startsWith('ticket-') && subject !== undefined) subjects.push(subject);
    });
    return subjects;
  }
  async function listening(who: Username, topics: string[]): Promise<Socket> {
    const socket = await t.connect(who);
    await socket.emitWithAck('resume', { after: null, topics });
    return socket;
  }

  it('is told, and gets only the events that the new visibility allows', async () => {
    const [dewi, admin] = [await listening('dewi', ['tickets']), await listening('admin', ['tickets'])];
    const [heard, all] = [heardBy(dewi), heardBy(admin)];
    const told: string[] = [];
    dewi.on('rights-changed', () => told.push('dewi'));
    admin.on('rights-changed', () => told.push('admin'));
    await newTicket({ subject: 'Before' });
    await change('Agent', { visibility: 'own' });
    await newTicket({ subject: 'Not hers' });
    await newTicket({ subject: 'Hers', assignee_id: t.idOf('dewi') });
    await expect.poll(() => all).toContain('Hers');
    await expect.poll(() => heard).toContain('Hers');
    expect(new Set(heard)).toEqual(new Set(['Before', 'Hers']));
    expect(told).toEqual(['dewi']);
  });

  it('stops getting events of an open ticket, of customers and of calls, together with the permission', async () => {
    const id = await newTicket({ subject: 'Open' });
    const dewi = await listening('dewi', ['tickets', `ticket:${id}`, 'customers']);
    const roomsOf = (socket: Socket) => [
      ...(t.app.realtime.io.sockets.sockets.get(socket.id ?? '')?.rooms ?? []),
    ];
    expect(roomsOf(dewi)).toEqual(expect.arrayContaining([`ticket:${id}`, 'customers']));
    const modules = modulesWithout('Agent', 'TICKETS').filter(
      ({ module_code: code }) => code !== 'CUSTOMERS',
    );
    await change('Agent', { modules });
    await expect
      .poll(() => new Set(roomsOf(dewi)))
      .toEqual(
        new Set([`level:4`, `session:${sessionOf(dewi)}`, `user:${t.idOf('dewi')}`, 'everyone', dewi.id]),
      );
    const refused = await dewi.emitWithAck('watch', { topic: 'customers' });
    expect(refused).toMatchObject({ error: { code: 'forbidden' } });
  });

  it('gets no more figures of calls once monitoring is revoked', async () => {
    const supervisor = await listening('supervisor', ['floor']);
    await supervisor.emitWithAck('mon-call-count', {});
    const rooms = () =>
      [...(t.app.realtime.io.sockets.sockets.get(supervisor.id ?? '')?.rooms ?? [])].filter((room) =>
        /^(floor|mon-call-count):/.test(room),
      );
    expect(rooms()).toEqual(['floor:all', 'mon-call-count:all']);
    await change('Supervisor', { modules: modulesWithout('Supervisor', 'MONITORING') });
    await expect.poll(rooms).toEqual([]);
  });

  it('follows another role from the moment its user gets one', async () => {
    const budi = await listening('budi', ['customers', 'tickets']);
    const none = await t.as('admin', 'POST', '/api/levels', {
      name: 'Nothing',
      visibility: 'own',
      modules: [],
    });
    const { id } = (none.body as { data: Level }).data;
    await t.platform.db.transaction(async (tx) => {
      await sql`update users set user_level_id = ${id} where id = ${t.idOf('budi')}`.execute(tx.q);
      t.app.modules.auth.rights.emitRightsChanged(tx, { userId: t.idOf('budi') });
    });
    await new Promise((resolve) => budi.once('rights-changed', resolve));
    const socket = t.app.realtime.io.sockets.sockets.get(budi.id ?? '');
    expect(socket?.rooms).not.toContain('customers');
    expect(socket?.rooms).toContain(`level:${id}`);
    expect([...(socket?.data.topics.keys() ?? [])]).toEqual([]);
  });

  const sessionOf = (socket: Socket) =>
    t.app.realtime.io.sockets.sockets.get(socket.id ?? '')?.data.viewer.sessionId ?? 0;
});
