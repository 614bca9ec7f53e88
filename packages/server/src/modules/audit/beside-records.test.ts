/** @module-tag full */
import type { AuditEntry } from '@trunkline/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { testApp, type TestApp } from '../../../test/app.ts';

// Pages of the settings show the entries of what they are about: they ask by area and subject.

let t: TestApp;
beforeAll(async () => {
  t = await testApp();
});
afterAll(() => t.close());

type Made = { data: { id: number; version: number } };

/** Sends a change as the administrator; returns the id of what it was about. */
async function send(method: string, path: string, body: object): Promise<number> {
  const { status, body: answer } = await t.as('admin', method, path, body);
  expect(status, JSON.stringify(answer)).toBe(200);
  return (answer as Made).data.id;
}
const versionOf = async (path: string) => ((await t.as('admin', 'GET', path)).body as Made).data.version;

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
