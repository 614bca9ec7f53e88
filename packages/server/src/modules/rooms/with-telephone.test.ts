import type { JoinCredentials, PhoneGateway, Ticket } from '@trunkline/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { blocksAt, startAmi } from '../../../test/telephony/ami.ts';
import { testApp, type TestApp } from '../../../test/app.ts';

let app: TestApp;
let stand: Awaited<ReturnType<typeof startAmi>>;
beforeAll(async () => {
  app = await testApp();
  stand = await startAmi();
  await sql`update users set extension = '2001' where username = 'dewi'`.execute(app.platform.db.q);
  const [department] = await app.platform.db.q.selectFrom('departments').select('id').orderBy('id').execute();
  const { host, port, isTls, username, secret } = stand.address;
  await app.as('admin', 'POST', '/api/phone/gateways', {
    name: 'Main line',
    department_id: department?.id,
    is_active: true,
    host,
    port,
    is_tls: isTls,
    username,
    secret,
    after_call_seconds: 0,
  });
});
afterAll(async () => {
  await app.close();
  await stand.close();
});

async function gateway(): Promise<PhoneGateway | undefined> {
  const { body } = await app.as('admin', 'GET', '/api/phone/gateways');
  return (body as { data: PhoneGateway[] }).data[0];
}
async function activity(): Promise<number> {
  const { body } = await app.as('dewi', 'GET', '/api/user');
  return (body as { data: { user_activity_id: number } }).data.user_activity_id;
}
const current = async () => {
  const { body } = await app.as('dewi', 'GET', '/api/phone/calls/own');
  return (body as { data: { current: { ticket_id: number | null } | null } }).data.current;
};

test('whoever talks on the telephone opens a room on its ticket, and after it talks on the telephone still', async () => {
  await expect.poll(async () => (await gateway())?.health.state, { timeout: 15_000 }).toBe('ok');
  await app.as('dewi', 'PUT', '/api/user/activity', { user_activity_id: 6 });
  const blocks = blocksAt('01-inbound-answer-agent-hangs-up', Date.now() - 30_000);
  const parts = blocks.findIndex((block) => block.startsWith('Event: BridgeLeave'));
  expect(await current()).toBeNull();
  stand.say(...blocks.slice(0, parts));
  await expect.poll(activity, { timeout: 15_000 }).toBe(11);
  await expect.poll(async () => (await current())?.ticket_id ?? null, { timeout: 15_000 }).not.toBeNull();
  const ticketId = (await current())?.ticket_id ?? 0;
  const { body: read } = await app.as('dewi', 'GET', `/api/tickets/${ticketId}`);
  expect((read as { data: { ticket: Ticket } }).data.ticket.media_id).toBe(1);

  const wish = { kind: 'video', client_key: 'with-telephone-1' };
  const begun = await app.as('dewi', 'POST', `/api/tickets/${ticketId}/calls`, wish);
  expect(begun.status).toBe(200);
  const credentials = (begun.body as { data: JoinCredentials }).data;
  expect(await activity()).toBe(18);
  // Dewi is in a room already, so no second one is opened.
  const second = { kind: 'video', client_key: 'with-telephone-2' };
  expect((await app.as('dewi', 'POST', `/api/tickets/${ticketId}/calls`, second)).status).toBe(409);

  const over = { room_name: credentials.room_name, user_level_id: 1 };
  expect((await app.as('dewi', 'DELETE', '/api/voip/daily/hangup', over)).body).toMatchObject({
    success: true,
  });
  expect(await activity()).toBe(11);
  stand.say(...blocks.slice(parts));
  await expect.poll(activity, { timeout: 15_000 }).toBe(6);
});
