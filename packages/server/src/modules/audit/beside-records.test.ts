/** @module-tag full */
import type { AuditEntry } from '@trunkline/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Viewer } from '#platform/access';
import { testApp, type TestApp } from '../../../test/app.ts';

// Pages of the settings show the entries of what they are about: they ask by area and subject.

let t: TestApp;
beforeAll(async () => {
  t = await testApp();
});
afterAll(() => t.close());

type CreatedRecord = { data: { id: number; version: number } };

/** Sends a change as the administrator; returns the id of what it was about. */
async function send(method: string, path: string, body: object): Promise<number> {
  const { status, body: answer } = await t.as('admin', method, path, body);
  expect(status, JSON.stringify(answer)).toBe(200);
  return (answer as CreatedRecord).data.id;
}
const versionOf = async (path: string) =>
  ((await t.as('admin', 'GET', path)).body as CreatedRecord).data.version;

const department = () => t.departmentIds[0];
const gateway = () => ({
  name: 'Head office',
  department_id: department(),
  is_active: true,
  after_call_seconds: 60,
  host: '127.0.0.1',
  port: 9,
  is_tls: false,
  username: 'trunkline',
  secret: 'none',
});
const provider = { name: 'Corporate', issuer: 'https://login.example', client_id: 'desk' };
const schedule = { is_on: true, at: '02:00', folder: '', keep: 7 };

async function saveLayout(): Promise<number> {
  const { body } = await t.as('admin', 'GET', '/api/list_fields');
  const [{ level_id: id = 0, ...layouts } = {}] = (body as { data: { level_id?: number }[] }).data;
  const { version, tickets, customers } = layouts as { version: number; tickets: object; customers: object };
  await send('PUT', `/api/list_fields/${id}`, {
    version,
    tickets: { ...tickets, sort: 'oldest' },
    customers,
  });
  return id;
}

it.each<[string, () => Promise<number | string>, (id: number | string) => string | undefined]>([
  ['provider', () => send('POST', '/api/sign_in_providers', provider), (id) => `provider ${id}`],
  [
    'webhook',
    () =>
      send('POST', '/api/outgoing_webhooks', {
        name: 'W',
        url: 'https://x.example',
        events: ['ticket.solved'],
      }),
    (id) => `webhook ${id}`,
  ],
  ['phone-gateway', () => send('POST', '/api/phone/gateways', gateway()), String],
  ['api-key', () => send('POST', '/api/api_keys', { name: 'CRM', codes: ['TICKETS:VIEW'] }), () => undefined],
  ['config', () => send('PATCH', '/api/configs/app', { organisation: 'Kopi Gayo' }), () => undefined],
  [
    'backups',
    async () => send('PUT', '/api/backups', { ...schedule, version: await versionOf('/api/backups') }),
    () => undefined,
  ],
  ['retention', () => send('PUT', '/api/privacy/retention/files', { keep_days: 90 }), () => undefined],
  ['list_fields', saveLayout, (id) => `level ${id}`],
])('entries about %s are found where it is set', async (about, change, subjectOf) => {
  const subject = subjectOf(await change());
  const query = new URLSearchParams({ about, limit: '5', ...(subject !== undefined && { subject }) });
  const { body } = await t.as('admin', 'GET', `/api/audit?${query.toString()}`);
  const [entry, ...others] = (body as { data: AuditEntry[] }).data;
  expect(others).toEqual([]);
  expect(entry).toMatchObject({
    user: { id: t.idOf('admin') },
    action: expect.stringMatching(`^${about}\\.`) as string,
  });
});

it('entries of several areas are found together, as for a page that sets more than one', async () => {
  await send('PATCH', '/api/configs/app', { organisation: 'Kopi Toraja' });
  await t.app.modules.settings.audit(t.platform.db.q, {
    viewer: { id: t.idOf('admin') },
    action: 'logo.changed',
    subject: 'logo',
  });
  const { body } = await t.as('admin', 'GET', '/api/audit?about=config,logo&limit=2');
  expect((body as { data: AuditEntry[] }).data.map(({ action }) => action)).toEqual([
    'logo.changed',
    'config.changed',
  ]);
});

it('entries about a widget are found by its number', async () => {
  await t.widget();
  const { rows } = await t.platform.db.pool.query<{ id: number }>(
    'select id from channel_accounts order by id desc limit 1',
  );
  const { body } = await t.as('admin', 'GET', `/api/audit?about=widget&subject=${rows[0]?.id}`);
  expect((body as { data: AuditEntry[] }).data).toMatchObject([{ action: 'widget.created' }]);
});

it('entries call what they are about by its name, also once it is gone', async () => {
  const names = async (about: string) => {
    const { body } = await t.as('admin', 'GET', `/api/audit?about=${about}`);
    return (body as { data: AuditEntry[] }).data.map(({ action, subject_name: name }) => [action, name]);
  };
  const id = await send('POST', '/api/phone/gateways', { ...gateway(), name: 'Branch', is_active: false });
  await send('PATCH', `/api/phone/gateways/${id}`, { after_call_seconds: 30 });
  expect((await names('phone-gateway')).slice(0, 2)).toEqual([
    ['phone-gateway.changed', 'Branch'],
    ['phone-gateway.created', 'Branch'],
  ]);
  await t.as('admin', 'DELETE', `/api/phone/gateways/${id}`);
  expect((await names('phone-gateway'))[0]).toEqual(['phone-gateway.removed', 'Branch']);
  expect((await names('provider'))[0]).toEqual(['provider.created', 'Corporate']);
  expect((await names('widget'))[0]).toEqual(['widget.created', 'Shop']);
});

it('entries call calls and recordings by their ticket, and alerts by their rule', async () => {
  const { pool } = t.platform.db;
  const ask = async <T>(text: string, values: unknown[] = []) =>
    (await pool.query<{ id: number } & T>(text, values)).rows[0];
  const department = await ask('select id from departments order by id limit 1');
  const customer = await ask("insert into customers (name) values ('Rina') returning id");
  const ticket = await ask<{ number: string }>(
    `insert into tickets (number, department_id, media_id, status, priority_id, customer_id, subject)
     values ('T-1', $1, 2, 'open', (select id from priorities order by id limit 1), $2, 'Call') returning id, number`,
    [department?.id, customer?.id],
  );
  const call = await ask(
    `insert into calls (media_id, kind, direction, state, ticket_id, started_at)
     values (2, 'voice', 'inbound', 'ended', $1, now()) returning id`,
    [ticket?.id],
  );
  const recording = await ask(
    `insert into call_recordings (call_id, egress_id, state, started_at) values ($1, 'one', 'ready', now()) returning id`,
    [call?.id],
  );
  const alert = await ask(
    `insert into floor_alerts (name, kind, tells, level, value, since, told_at, changed_at)
     values ('Long waits', 'waiting', '{}', 'warn', 1, now(), now(), now()) returning id`,
  );
  const by = { viewer: { id: t.idOf('admin') } as Viewer };
  const about: [string, number | undefined, string | undefined][] = [
    ['phone-call.hung-up', call?.id, ticket?.number],
    ['room-call.attended', call?.id, ticket?.number],
    ['recording.kept', recording?.id, ticket?.number],
    ['alert.acknowledged', alert?.id, 'Long waits'],
  ];
  for (const [action, id, name] of about) {
    const subject = action.startsWith('alert') ? `alert ${id}` : String(id);
    await t.app.modules.settings.audit(t.platform.db.q, { ...by, action, subject });
    const { body } = await t.as('admin', 'GET', `/api/audit?action=${action}&limit=1`);
    expect((body as { data: AuditEntry[] }).data).toMatchObject([{ subject, subject_name: name }]);
  }
});

it('a webhook, the schedule of backups and error reporting have their values before and after', async () => {
  const lastOf = async (about: string) => {
    const { body } = await t.as('admin', 'GET', `/api/audit?about=${about}&limit=1`);
    return (body as { data: AuditEntry[] }).data[0]?.details;
  };
  const hook = { name: 'Old', url: 'https://x.example', events: ['ticket.solved'] };
  const id = await send('POST', '/api/outgoing_webhooks', hook);
  await send('PATCH', `/api/outgoing_webhooks/${id}`, { name: 'New', url: hook.url });
  expect(await lastOf('webhook')).toEqual({ before: { name: 'Old' }, after: { name: 'New' } });

  const version = await versionOf('/api/backups');
  const { is_on, at, folder } = schedule;
  const known = { version, is_on, at, folder };
  await send('PUT', '/api/backups', { ...known, keep: 3 });
  await send('PUT', '/api/backups', { ...known, version: version + 1, keep: 4 });
  expect(await lastOf('backups')).toEqual({ before: { keep: 3 }, after: { keep: 4 } });

  const reporting = { version: await versionOf('/api/error_reporting'), dsn: 'http://key@127.0.0.1:9/1' };
  await t.as('admin', 'PUT', '/api/error_reporting', reporting);
  expect(await lastOf('error_reporting')).toEqual({ before: { host: null }, after: { host: '127.0.0.1:9' } });
});
