/** @module-tag full */
import {
  Activity,
  Media,
  type ActivityId,
  type AgentContact,
  type AgentDashboard,
  type MediaId,
} from '@trunkline/contract';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { testApp, type TestApp } from '../../../../test/app.ts';
import { deskOf } from '../../../../test/desk.ts';
import type { Username } from '../../../../test/people.ts';

describe('the agent dashboard', () => {
  let t: TestApp;
  let desk: ReturnType<typeof deskOf>;
  let account: number | undefined;
  beforeEach(async () => {
    t = await testApp();
    desk = deskOf(() => t);
    account = undefined;
    const { q } = t.platform.db;
    for (const table of ['messages', 'user_activity_log'])
      await sql`select ensure_month_partitions(${table}, '2026-10-01'::date, now()::date)`.execute(q);
    await t.as('admin', 'PATCH', '/api/configs/app', { time_zone: 'Asia/Jakarta' });
  });
  afterEach(() => t.close());

  /** A time of 2 November in Jakarta. */
  const at = (time: string): string => `2026-11-02T${time.length === 5 ? `${time}:00` : time}+07:00`;

  const activities = async (who: Username, rows: readonly (readonly [string, ActivityId, string?])[]) => {
    for (const [time, activity, cause = 'chosen'] of rows)
      await sql`insert into user_activity_log (user_id, user_activity_id, cause, started_at)
        values (${t.idOf(who)}, ${activity}, ${cause}, ${at(time)})`.execute(t.platform.db.q);
  };

  /** A live chat of one or several agents, each until the next or the end. */
  async function chat(legs: readonly (readonly [Username, string])[], end: string): Promise<void> {
    const { q } = t.platform.db;
    if (account === undefined) {
      await t.widget();
      account = (await q.selectFrom('channel_accounts').select('id').executeTakeFirstOrThrow()).id;
    }
    const { id } = await desk.create({}, 'admin');
    const [first, ...rest] = legs;
    if (!first) throw new Error('a chat without anybody');
    const { rows } = await sql<{ id: number }>`
      insert into conversations (ticket_id, customer_id, media_id, channel_account_id, address, department_id, status, agent_id,
        started_at, taken_at)
      select id, customer_id, ${Media.liveChat}, ${account}, 'visitor ' || id, department_id, 'active', ${t.idOf(first[0])},
        ${at(first[1])}, ${at(first[1])} from tickets where id = ${id} returning id`.execute(q);
    for (const [who, from] of rest) {
      await sql`update tickets set updated_at = ${at(from)} where id = ${id}`.execute(q);
      await sql`update conversations set agent_id = ${t.idOf(who)} where id = ${rows[0]?.id}`.execute(q);
    }
    await sql`update conversations set status = 'ended', ended_at = ${at(end)} where id = ${rows[0]?.id}`.execute(
      q,
    );
  }

  const call = (who: Username, from: string, until: string, media: MediaId = Media.voiceCall) =>
    sql`insert into calls (media_id, direction, state, user_id, started_at, answered_at, ended_at)
      values (${media}, 'inbound', 'ended', ${t.idOf(who)}, ${at(from)}, ${at(from)}, ${at(until)})`.execute(
      t.platform.db.q,
    );

  const DAY = 'from=2026-11-02&until=2026-11-02';
  async function read(as: Username = 'admin', more = ''): Promise<AgentDashboard> {
    const { status, body } = await t.as(as, 'GET', `/api/dashboards/agents?${DAY}${more}`);
    expect([status, body]).toMatchObject([200, {}]);
    return (body as { data: AgentDashboard }).data;
  }
  async function contacts(more = ''): Promise<AgentContact[]> {
    const { body } = await t.as('admin', 'GET', `/api/dashboards/agents/contacts?${DAY}${more}`);
    return (body as { data: AgentContact[] }).data;
  }

  it('chats at the same time are one occupied time and three handle times (F12)', async () => {
    await activities('dewi', [
      ['09:00', Activity.ready],
      ['10:00', Activity.offline],
    ]);
    await chat([['dewi', '09:00']], '09:30');
    await chat([['dewi', '09:10']], '09:40');
    await chat([['dewi', '09:20']], '09:50');
    const { rows, total } = await read();
    expect(rows.map(({ name }) => name)).toEqual(['Dewi Lestari']);
    expect(rows[0]?.figures).toEqual({
      contacts_handled: 3,
      contacts_active: 0,
      contact_handle_mean_seconds: 1800,
      after_call_seconds: 0,
      // 50 of 60 minutes.
      occupancy_ratio: 5 / 6,
      concurrency: 1.8,
      replies_sent: 0,
      tickets_now: 0,
      signed_in_seconds: 3600,
      adherence_ratio: null,
    });
    expect(total).toEqual(rows[0]?.figures);
    expect(await contacts(`&user_id=${t.idOf('dewi')}`)).toMatchObject([
      { media_id: 6, agent: 'Dewi Lestari', seconds: 1800, ended_at: '2026-11-02T02:50:00.000Z' },
      { seconds: 1800 },
      { seconds: 1800 },
    ]);
  });

  it(
    'a chat that is passed on is handled by both, each for their own time (F3)',
    { tags: 'full' },
    async () => {
      await activities('dewi', [
        ['10:00', Activity.ready],
        ['11:00', Activity.offline],
      ]);
      await activities('budi', [
        ['10:00', Activity.ready],
        ['10:25:20', Activity.afterCallWork, 'call ended'],
        ['10:26:20', Activity.ready],
        ['11:00', Activity.offline],
      ]);
      await chat(
        [
          ['dewi', '10:00:10'],
          ['budi', '10:10:20'],
        ],
        '10:25:20',
      );
      const { rows, total } = await read();
      const of = (name: string) => rows.find((row) => row.name === name)?.figures;
      expect(of('Dewi Lestari')).toMatchObject({ contacts_handled: 1, contact_handle_mean_seconds: 610 });
      // 900 s with the customer and 60 s of wrap-up.
      expect(of('Budi Santoso')).toMatchObject({ contacts_handled: 1, contact_handle_mean_seconds: 960 });
      expect(total).toMatchObject({
        contacts_handled: 2,
        contact_handle_mean_seconds: 785,
        after_call_seconds: 60,
      });
    },
  );

  it('breaks are no time in which somebody could be occupied, and a mean of all is one of contacts', async () => {
    await activities('dewi', [
      ['09:00', Activity.ready],
      ['09:10', Activity.inCall, 'in a call'],
      ['09:20', Activity.afterCallWork, 'call ended'],
      ['09:25', Activity.onBreak],
      ['09:55', Activity.ready],
      ['10:00', Activity.offline],
    ]);
    await call('dewi', '09:10', '09:20');
    await activities('budi', [
      ['09:00', Activity.ready],
      ['10:00', Activity.offline],
    ]);
    for (let n = 0; n < 10; n += 1) await call('budi', `09:${20 + n}:00`, `09:${20 + n}:30`, Media.roomVoice);
    const { rows, total } = await read();
    expect(rows.map(({ name, figures }) => [name, figures.occupancy_ratio])).toEqual([
      ['Budi Santoso', 300 / 3600],
      // Ten minutes of call and five of wrap-up, in half an hour without the break.
      ['Dewi Lestari', 0.5],
    ]);
    expect(total).toMatchObject({
      contacts_handled: 11,
      // 600 + 300 + 10 × 30 over eleven, and not the mean of 900 and 30.
      contact_handle_mean_seconds: 109,
      occupancy_ratio: (900 + 300) / (1800 + 3600),
    });
    expect(rows[0]?.media).toEqual([{ media_id: Media.roomVoice, handled: 10, seconds: 300, sent: 0 }]);
    expect(await contacts(`&media_id=${Media.voiceCall}`)).toHaveLength(1);
  });

  it('an agent sees their own figures, a supervisor those of all, also of somebody who left', async () => {
    for (const who of ['dewi', 'budi'] as const)
      await activities(who, [
        ['09:00', Activity.ready],
        ['10:00', Activity.offline],
      ]);
    const { q } = t.platform.db;
    await q.updateTable('users').set({ is_active: false }).where('id', '=', t.idOf('budi')).execute();
    const all = await read('supervisor');
    expect(all.rows.map(({ name, is_left }) => [name, is_left])).toEqual([
      ['Budi Santoso', true],
      ['Dewi Lestari', false],
    ]);
    expect(all.total.signed_in_seconds).toBe(7200);
    const own = await read('dewi');
    expect(own.rows.map(({ name }) => name)).toEqual(['Dewi Lestari']);
    expect(own.total.signed_in_seconds).toBe(3600);
    expect((await read('admin', `&department_id=${t.departmentIds[1]}`)).rows).toEqual([]);
    expect(await read('admin', '&before_from=2026-11-01&before_until=2026-11-01')).toMatchObject({
      before: { signed_in_seconds: 0, contacts_active: null, occupancy_ratio: null },
      before_ends_at: '2026-11-01T17:00:00.000Z',
    });
  });

  it(
    'a chat that goes on is active with whoever has it, and ends with them when it waits again',
    { tags: 'full' },
    async () => {
      const key = await t.widget();
      const visitor = await t.visitor(key);
      const said = { client_key: 'dashboard-chat-1', name: 'Rina', question: 'Hello' };
      await t.call('POST', '/api/livechat/chat', { token: visitor, body: said });
      const { q } = t.platform.db;
      const legs = async () =>
        (
          await sql<{ user_id: number; is_on: boolean }>`
        select user_id, ended_at is null as is_on from conversation_legs order by id`.execute(q)
        ).rows;
      const found = await q.selectFrom('conversations').select(['id', 'ticket_id']).execute();
      const id = found[0]?.ticket_id ?? 0;
      expect(await legs()).toEqual([]);
      const ticket = await desk.data<{ version: number }>('dewi', 'POST', `/api/tickets/${id}/take`, {});
      expect(await legs()).toEqual([{ user_id: t.idOf('dewi'), is_on: true }]);
      const now = new Date(t.clock.now().getTime() + 7 * 3_600_000).toISOString().slice(0, 10);
      const { body } = await t.as('admin', 'GET', `/api/dashboards/agents?from=${now}&until=${now}`);
      expect((body as { data: AgentDashboard }).data.rows).toMatchObject([
        { name: 'Dewi Lestari', figures: { contacts_active: 1, tickets_now: 1 } },
      ]);
      const active = await t.as(
        'admin',
        'GET',
        `/api/dashboards/agents/contacts?from=${now}&until=${now}&active=1`,
      );
      expect(active.body).toMatchObject({ data: [{ media_id: 6, ended_at: null, ticket_id: id }] });
      await desk.data('dewi', 'POST', `/api/tickets/${id}/assign`, {
        version: ticket.version,
        assignee_id: t.idOf('budi'),
      });
      await desk.data('budi', 'POST', `/api/tickets/${id}/solve`, { version: ticket.version + 1 });
      expect(await legs()).toEqual([
        { user_id: t.idOf('dewi'), is_on: false },
        { user_id: t.idOf('budi'), is_on: false },
      ]);
    },
  );
});
