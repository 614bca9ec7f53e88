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
