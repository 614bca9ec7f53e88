import { Activity, type FloorNotice, type Message, type Ticket } from '@trunkline/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testApp, type TestApp } from '../../../../test/app.ts';
import { deskOf } from '../../../../test/desk.ts';
import type { Username } from '../../../../test/people.ts';

let t: TestApp;
const desk = deskOf(() => t);
let lunch = 0;
beforeAll(async () => {
  t = await testApp();
  const { rows } = await sql<{ id: number }>`
    insert into break_reasons (name, limit_minutes, department_id) values ('Errand', 30, ${t.departmentIds[0]}) returning id`.execute(
    t.platform.db.q,
  );
  lunch = rows[0]?.id ?? 0;
});
afterAll(() => t.close());

/** The audit entries of this action, oldest first. */
const audited = async (action: string) =>
  t.platform.db.q
    .selectFrom('audit_log')
    .select(['user_id', 'subject', 'details'])
    .where('action', '=', action)
    .orderBy('id')
    .execute();
const activityOf = async (username: Username) =>
  t.platform.db.q
    .selectFrom('agent_states')
    .select(['user_activity_id', 'break_reason_id', 'cause'])
    .where('user_id', '=', t.idOf(username))
    .executeTakeFirst();
const setActivity = (by: Username, whose: Username, body: object) =>
  t.as(by, 'PUT', `/api/monitoring/agents/${t.idOf(whose)}/activity`, body);
const signOut = (by: Username, whose: Username) =>
  t.as(by, 'POST', `/api/monitoring/agents/${t.idOf(whose)}/sign-out`, {});
async function inCall(username: Username, act: () => Promise<void>): Promise<void> {
  const set = (activity: number) =>
    sql`update agent_states set user_activity_id = ${activity} where user_id = ${t.idOf(username)}`.execute(
      t.platform.db.q,
    );
  await set(Activity.inCall);
  await act();
  await set(Activity.ready);
}
/** Runs `act` while the supervisor only sees their department, Billing. */
async function inBilling(act: () => Promise<void>): Promise<void> {
  const set = (visibility: string, departments: readonly number[]) =>
    t.platform.db.transaction(async (tx) => {
      await sql`update user_levels set visibility = ${visibility}, version = version + 1
        where id = (select user_level_id from users where id = ${t.idOf('supervisor')})`.execute(tx.q);
      await sql`delete from user_departments where user_id = ${t.idOf('supervisor')}`.execute(tx.q);
      for (const id of departments)
        await sql`insert into user_departments (user_id, department_id) values (${t.idOf('supervisor')}, ${id})`.execute(
          tx.q,
        );
    });
  await set('department', t.departmentIds.slice(1));
  await act();
  await set('all', t.departmentIds);
}

describe('the activity of somebody else', () => {
  it('is changed at once on their screen, with who did it, in the history and in the audit log', async () => {
    const dewi = await t.connect('dewi');
    const heard = new Map<string, unknown>();
    dewi.onAny((name: string, payload: unknown) => void heard.set(name, payload));
    await t.as('dewi', 'PUT', '/api/user/activity', { user_activity_id: Activity.ready });
    const body = { user_activity_id: Activity.onBreak, break_reason_id: lunch };
    expect(await setActivity('supervisor', 'dewi', body)).toMatchObject({
      status: 200,
      body: { data: body },
    });
    await expect.poll(() => heard.get('user-activity-changed')).toMatchObject(body);
    await expect.poll(() => heard.get('floor-notice')).toMatchObject({ kind: 'activity', by: 'Michael Tan' });
    expect(await activityOf('dewi')).toEqual({ ...body, cause: 'set by supervisor' });
    expect((await audited('agent.activity_changed')).at(-1)).toEqual({
      user_id: t.idOf('supervisor'),
      subject: `user ${t.idOf('dewi')}`,
      details: { before: { user_activity_id: Activity.ready, break_reason_id: null }, after: body },
    });
    await setActivity('supervisor', 'dewi', { user_activity_id: Activity.ready });
  });

  it('stays as it is without the right, in a call, by what they can’t choose, and of oneself', async () => {
    const offline = { user_activity_id: Activity.offline };
    expect((await setActivity('budi', 'dewi', offline)).status).toBe(403);
    expect((await setActivity('supervisor', 'supervisor', offline)).status).toBe(409);
    expect((await setActivity('supervisor', 'dewi', { user_activity_id: Activity.onBreak })).status).toBe(
      400,
    );
    const lunchOf = { user_activity_id: Activity.onBreak, break_reason_id: lunch };
    expect((await setActivity('supervisor', 'sarah', lunchOf)).status).toBe(422);
    await inCall('dewi', async () => {
      expect((await setActivity('supervisor', 'dewi', offline)).status).toBe(409);
      expect((await signOut('supervisor', 'dewi')).status).toBe(409);
    });
    await inBilling(async () => {
      expect((await setActivity('supervisor', 'dewi', offline)).status).toBe(404);
      expect((await signOut('supervisor', 'dewi')).status).toBe(404);
    });
  });
});

it('somebody is signed out on every screen, and offline', async () => {
  const socket = await t.connect('budi');
  const ended = new Promise((resolve) => socket.on('session-ended', resolve));
  const closed = new Promise((resolve) => socket.on('disconnect', resolve));
  await t.as('budi', 'PUT', '/api/user/activity', { user_activity_id: Activity.ready });
  expect((await signOut('supervisor', 'budi')).status).toBe(200);
  expect(await ended).toEqual({ reason: 'revoked' });
  await closed;
  expect((await t.as('budi', 'GET', '/api/user')).body).toMatchObject({ code: 'session_ended' });
  expect(await activityOf('budi')).toMatchObject({ user_activity_id: Activity.offline });
  expect((await audited('agent.signed_out')).at(-1)).toMatchObject({ subject: `user ${t.idOf('budi')}` });
});

describe('tickets of others', () => {
  const ticketOf = async (id: number) =>
    (await desk.data<{ ticket: Ticket }>('supervisor', 'GET', `/api/tickets/${id}`)).ticket;
  const assignTickets = (by: Username, ids: number[], to: Username) =>
    t.as(by, 'POST', '/api/monitoring/tickets/give', { ticket_ids: ids, assignee_id: t.idOf(to) });

  it('are given to somebody else, or taken over; what is over is left', async () => {
    const own = { assignee_id: t.idOf('dewi') };
    const [first, second, solved] = [await desk.create(own), await desk.create(own), await desk.create(own)];
    await desk.data('dewi', 'POST', `/api/tickets/${solved.id}/solve`, { version: solved.version });
    const answer = await assignTickets('supervisor', [first.id, second.id, solved.id, 999_999], 'budi');
    expect(answer).toMatchObject({
      status: 200,
      body: { data: { given: [first.id, second.id], left: [solved.id, 999_999] } },
    });
    expect((await ticketOf(second.id)).assignee_id).toBe(t.idOf('budi'));
    await assignTickets('supervisor', [first.id], 'supervisor');
    expect((await ticketOf(first.id)).assignee_id).toBe(t.idOf('supervisor'));
    expect((await audited('ticket.given')).map(({ subject }) => subject)).toEqual([
      `ticket ${first.id}`,
      `ticket ${second.id}`,
      `ticket ${first.id}`,
    ]);
    expect((await assignTickets('dewi', [first.id], 'dewi')).status).toBe(403);
  });

  it('which one doesn’t see are left', async () => {
    const { id } = await desk.create({ assignee_id: t.idOf('dewi') });
    await inBilling(async () => {
      expect(await assignTickets('supervisor', [id], 'sarah')).toMatchObject({
        body: { data: { given: [], left: [id] } },
      });
    });
    expect((await ticketOf(id)).assignee_id).toBe(t.idOf('dewi'));
  });

  it('get a note to their assignee: whoever has it sees the note at once and is told; the same key is one note', async () => {
    const { id } = await desk.create({ assignee_id: t.idOf('dewi') });
    const dewi = await t.connect('dewi');
    const notes: Message[] = [];
    dewi.on('message-added', (message: Message) => void notes.push(message));
    await dewi.emitWithAck('resume', { after: null, topics: [`ticket:${id}`] });
    const body = { client_key: 'whisper-key-1', body: 'Offer them a refund.' };
    const sendNote = () => t.as('supervisor', 'POST', `/api/monitoring/tickets/${id}/whisper`, body);
    expect(await sendNote()).toMatchObject({
      status: 200,
      body: { data: { kind: 'note', body: `@{${t.idOf('dewi')}} Offer them a refund.` } },
    });
    expect((await sendNote()).status).toBe(200);
    await expect.poll(() => notes.map(({ kind }) => kind)).toEqual(['note']);
    const { body: told } = await t.as('dewi', 'GET', '/api/notices?kind=mention');
    expect(told).toMatchObject({ data: [{ kind: 'mention', by: 'Michael Tan' }] });
    expect(await audited('ticket.whispered')).toMatchObject([{ subject: `ticket ${id}` }]);
  });

  it('that nobody else has are nobody’s to write a note to', async () => {
    const { id } = await desk.create();
    const body = { client_key: 'whisper-key-2', body: 'Hello?' };
    expect((await t.as('supervisor', 'POST', `/api/monitoring/tickets/${id}/whisper`, body)).status).toBe(
      409,
    );
  });
});

it('a message goes to everybody who is there and whom its sender sees, once', async () => {
  const heard = new Map<Username, FloorNotice[]>();
  for (const username of ['dewi', 'sarah', 'supervisor'] as const) {
    const notices: FloorNotice[] = [];
    heard.set(username, notices);
    const socket = await t.connect(username);
    socket.on('floor-notice', (notice: FloorNotice) => void notices.push(notice));
  }
  const present = async () => (await t.app.modules.agents.listPresent(t.platform.db.q)).map(({ id }) => id);
  await expect.poll(present).toEqual(expect.arrayContaining([t.idOf('dewi'), t.idOf('sarah')]));
  const send = (text: string, key: string) =>
    t.as('supervisor', 'POST', '/api/monitoring/notices', { text, client_key: key });
  await inBilling(async () => {
    expect(await send('For billing', 'notice-key-1')).toMatchObject({ body: { data: { sent_to: 2 } } });
  });
  await send('For all', 'notice-key-2');
  await send('For all', 'notice-key-2');
  const texts = (username: Username) => heard.get(username)?.map(({ text }) => text);
  await expect.poll(() => texts('dewi')).toEqual(['For all']);
  expect(texts('sarah')).toEqual(['For billing', 'For all']);
  expect((await audited('floor.notice_sent')).map(({ details }) => details)).toMatchObject([
    { text: 'For billing' },
    { text: 'For all' },
  ]);
  expect(
    (await t.as('dewi', 'POST', '/api/monitoring/notices', { text: 'x', client_key: 'notice-key-3' })).status,
  ).toBe(403);
});
