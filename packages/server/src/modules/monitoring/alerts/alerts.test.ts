import { alertRuleFaults, type AlertRule, type AlertRuleFields, type FloorAlert } from '@trunkline/contract';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { testApp, type TestApp } from '../../../../test/app.ts';
import { mailServer } from '../../../../test/mail/mail-server.ts';
import type { Username } from '../../../../test/people.ts';
import { startReceiver, type Receiver } from '../../../../test/webhook-receiver.ts';
import { FLOOR_HEARTBEAT_MS } from '../floor/floor-service.ts';

let t: TestApp;
let receiver: Receiver;
let smtp: Awaited<ReturnType<typeof mailServer>>;
const mails: string[] = [];
beforeAll(async () => {
  t = await testApp();
  receiver = await startReceiver();
  smtp = await mailServer(mails);
  await sql`update users set email = username || '@mail.example'`.execute(t.platform.db.q);
  const mail = { host: '127.0.0.1', port: smtp.port, secure: false, username: '', from: 'a@mail.example' };
  await t.as('admin', 'PATCH', '/api/configs/app', { mail });
  const hook = {
    name: 'Pager',
    url: receiver.url,
    events: ['alert.started', 'alert.escalated', 'alert.ended'],
  };
  await t.as('admin', 'POST', '/api/outgoing_webhooks', hook);
});
afterAll(async () => {
  await t.close();
  await receiver.close();
  await smtp.close();
});
afterEach(async () => {
  await sql`delete from floor_alert_rules`.execute(t.platform.db.q);
  await sql`delete from floor_alerts`.execute(t.platform.db.q);
  await waiting(0);
  mails.length = 0;
  receiver.got.length = 0;
});

const RULE: AlertRuleFields = {
  name: 'Mails of Billing',
  kind: 'waiting',
  department_id: null,
  media_id: 2,
  queue: null,
  user_activity_id: null,
  minutes: null,
  warn_at: 2,
  alarm_at: 4,
  margin: 1,
  hold_seconds: 0,
  tells: ['tile', 'sound'],
  mail_to: [],
  is_active: true,
};
const [CARE, BILLING] = [0, 1];
const SOON = { timeout: 10_000 };
const path = '/api/monitoring/alert-rules';

async function make(fields: Partial<AlertRuleFields> = {}, by: Username = 'admin'): Promise<AlertRule> {
  const body = { ...RULE, department_id: t.departmentIds[BILLING], ...fields };
  const answer = await t.as(by, 'POST', path, body);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return (answer.body as { data: AlertRule }).data;
}
const list = async (by: Username = 'admin') =>
  ((await t.as(by, 'GET', '/api/monitoring/alerts')).body as { data: FloorAlert[] }).data;

/** Sets how many mails wait in Billing. */
async function waiting(count: number): Promise<void> {
  const q = t.platform.db.q;
  await sql`update tickets set waiting_since = null`.execute(q);
  const customer = (await t.as('dewi', 'POST', '/api/customers', { name: 'Wayan' })).body as {
    data: { id: number };
  };
  for (let at = 0; at < count; at += 1)
    await t.platform.db.transaction((tx) =>
      t.app.modules.tickets.open(tx, {
        subject: 'By mail',
        department_id: t.departmentIds[BILLING] ?? 0,
        media_id: 2,
        customer_id: customer.data.id,
      }),
    );
  await sql`update tickets set waiting_since = now() where id in (select id from tickets order by id desc limit ${count})`.execute(
    q,
  );
}

/** Advances the clock, and compares the rules once more. */
async function pass(ms = FLOOR_HEARTBEAT_MS, app = t.app): Promise<void> {
  t.clock.advance(ms);
  await app.modules.monitoring.alertWatch.checkAlerts();
}

it('is told once after it has lasted, to screens, by mail and webhook, and ends lower than it began', async () => {
  const told = {
    mail_to: [t.idOf('supervisor'), t.idOf('dewi')],
    tells: ['mail', 'webhook', 'tile'] as const,
  };
  await make({ ...told, tells: [...told.tells], hold_seconds: 60, margin: 2 });
  const socket = await t.connect('supervisor');
  const heard: FloorAlert[][] = [];
  socket.on('floor-alerts', ({ alerts }: { alerts: FloorAlert[] }) => void heard.push(alerts));
  await socket.emitWithAck('resume', { after: null, topics: ['alerts'] });
  await expect.poll(() => heard.at(-1), SOON).toEqual([]);

  await waiting(2);
  await pass();
  await pass(55_000);
  expect(await list()).toEqual([]);
  await pass();
  await pass();
  const [alert] = await list();
  expect(alert).toMatchObject({
    level: 'warn',
    value: 2,
    ended_at: null,
    acknowledged_by: null,
    media_id: 2,
  });
  expect(Date.parse(alert?.told_at ?? '') - Date.parse(alert?.since ?? '')).toBeGreaterThanOrEqual(60_000);
  await expect.poll(() => heard.at(-1)?.map(({ id }) => id), SOON).toEqual([alert?.id]);
  // Recipients who may not see the board get no mail.
  await expect.poll(() => mails.length, SOON).toBe(1);
  expect(mails[0]).toContain('To: supervisor@mail.example');
  expect(mails[0]).toContain('Subject: Warning: Mails of Billing');

  await waiting(5);
  await pass();
  await pass(60_000);
  expect(await list()).toMatchObject([{ id: alert?.id, level: 'alarm', value: 5 }]);
  await waiting(1);
  await pass();
  expect(await list()).toMatchObject([{ level: 'warn', ended_at: null }]);
  await waiting(0);
  await pass();
  expect(await list()).toMatchObject([{ level: 'alarm', ended_at: expect.any(String) }]);
  await expect.poll(() => heard.at(-1), SOON).toEqual([]);
  await expect
    .poll(() => receiver.got.map(({ event }) => event), SOON)
    .toEqual(['alert.started', 'alert.escalated', 'alert.ended']);
  await expect.poll(() => mails.length, SOON).toBe(2);
  socket.disconnect();
});

it('is acknowledged by whoever is first, and again when it becomes an alarm', async () => {
  await make();
  await waiting(3);
  await pass();
  const id = (await list())[0]?.id ?? 0;
  const acknowledge = (by: Username) => t.as(by, 'POST', `/api/monitoring/alerts/${id}/acknowledge`, {});
  expect((await acknowledge('dewi')).status).toBe(403);
  for (const by of ['supervisor', 'admin'] as const)
    expect(await acknowledge(by)).toMatchObject({
      status: 200,
      body: { data: { acknowledged_by: { name: 'Michael Tan' }, acknowledged_at: expect.any(String) } },
    });
  await waiting(4);
  await pass();
  expect(await list()).toMatchObject([{ level: 'alarm', acknowledged_by: null }]);
  expect((await acknowledge('admin')).status).toBe(200);
  await waiting(0);
  await pass();
  expect(await list()).toMatchObject([{ acknowledged_by: { name: 'Ratna Wijaya' } }]);
  expect((await acknowledge('supervisor')).status).toBe(409);
});

it('is begun by one of two servers, told once, and known after a restart', { tags: 'full' }, async () => {
  await make({ tells: ['mail'], mail_to: [t.idOf('admin')] });
  const other = await t.another();
  await waiting(2);
  other.app.modules.monitoring.alertWatch.start();
  t.clock.advance(FLOOR_HEARTBEAT_MS);
  await Promise.all([t.app, other.app].map((app) => app.modules.monitoring.alertWatch.checkAlerts()));
  await pass(FLOOR_HEARTBEAT_MS, other.app);
  await pass();
  expect(await list()).toHaveLength(1);
  await other.close();
  const restarted = await t.another();
  restarted.app.modules.monitoring.alertWatch.start();
  await pass(FLOOR_HEARTBEAT_MS, restarted.app);
  expect(await list()).toHaveLength(1);
  // Any server can end an alert.
  await waiting(0);
  await pass(FLOOR_HEARTBEAT_MS, restarted.app);
  expect(await list()).toMatchObject([{ ended_at: expect.any(String) }]);
  await restarted.close();
  await expect.poll(() => mails.length, SOON).toBe(1);
});

it('counts over everybody, and shows to whoever sees the department', async () => {
  await make();
  await make({ name: 'All mails', department_id: null });
  await waiting(2);
  await pass();
  expect((await list()).map(({ name }) => name).toSorted()).toEqual(['All mails', 'Mails of Billing']);
  const lead = async (visibility: string, department: number) => {
    await sql`delete from user_departments where user_id = ${t.idOf('supervisor')}`.execute(t.platform.db.q);
    await sql`insert into user_departments (user_id, department_id) values (${t.idOf('supervisor')}, ${t.departmentIds[department]})`.execute(
      t.platform.db.q,
    );
    await sql`update user_levels set visibility = ${visibility}, version = version + 1
      where id = (select user_level_id from users where id = ${t.idOf('supervisor')})`.execute(
      t.platform.db.q,
    );
  };
  await lead('department', BILLING);
  expect((await list('supervisor')).map(({ name }) => name)).toEqual(['Mails of Billing']);
  const rules = (await t.as('supervisor', 'GET', path)).body as { data: AlertRule[] };
  expect(rules.data.map(({ name }) => name)).toEqual(['Mails of Billing']);
  const whole = { ...RULE, department_id: null };
  expect((await t.as('supervisor', 'POST', path, whole)).status).toBe(422);
  await lead('department', CARE);
  expect(await list('supervisor')).toEqual([]);
  const id = (await list())[0]?.id ?? 0;
  expect((await t.as('supervisor', 'POST', `/api/monitoring/alerts/${id}/acknowledge`, {})).status).toBe(404);
  await lead('all', BILLING);
  expect((await t.as('dewi', 'GET', '/api/monitoring/alerts')).status).toBe(403);
});

it('ends when its rule watches something else or is gone, and every change of a rule is audited', async () => {
  const { id, changed_at: _, ...rule } = await make();
  await waiting(2);
  await pass();
  expect((await t.as('admin', 'PUT', `${path}/${id}`, { ...rule, name: 'Renamed' })).status).toBe(200);
  expect(await list()).toMatchObject([{ ended_at: null }]);
  expect((await t.as('admin', 'PUT', `${path}/${id}`, { ...rule, media_id: 4 })).status).toBe(200);
  expect(await list()).toMatchObject([{ ended_at: expect.any(String) }]);
  expect((await t.as('admin', 'PUT', `${path}/${id}`, { ...rule, alarm_at: 1 })).status).toBe(400);
  expect(alertRuleFaults({ ...rule, alarm_at: 1 })).toHaveLength(1);
  expect((await t.as('admin', 'DELETE', `${path}/${id}`)).status).toBe(200);
  expect((await t.as('admin', 'DELETE', `${path}/${id}`)).status).toBe(404);
  const rows = await t.platform.db.q
    .selectFrom('audit_log')
    .select('action')
    .where('subject', '=', `alert rule ${id}`)
    .orderBy('id')
    .execute();
  const changed = 'alert_rule.changed';
  expect(rows.map(({ action }) => action)).toEqual([
    'alert_rule.created',
    changed,
    changed,
    'alert_rule.removed',
  ]);
});
