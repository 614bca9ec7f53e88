import { Activity, Media, type Report, type ReportRecord } from '@trunkline/contract';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { testApp, type TestApp } from '../../../../test/app.ts';
import { deskOf } from '../../../../test/desk.ts';
import type { Username } from '../../../../test/people.ts';
import { recordsBehind } from '../../../../test/report-records.ts';

/** Times are those of November in Jakarta: `02 09:00:00`. */
type Leg = { by: Username; from: string; to: string };
const timeOf = (at: string) => `2026-11-${at.replace(' ', 'T')}+07:00`;
const DAY = 'from=2026-11-02&until=2026-11-02';

describe('the report of performance', () => {
  let t: TestApp;
  let desk: ReturnType<typeof deskOf>;
  let widgetId: number;
  let chats = 0;
  const q = () => t.platform.db.q;
  beforeEach(async () => {
    t = await testApp();
    desk = deskOf(() => t);
    const key = await t.widget();
    const widget = await sql<{ id: number }>`select id from channel_accounts where key = ${key}`.execute(q());
    widgetId = widget.rows[0]?.id ?? 0;
    await t.as('admin', 'PATCH', '/api/configs/app', { time_zone: 'Asia/Jakarta' });
    for (const table of ['user_activity_log', 'messages'])
      await sql`select ensure_month_partitions(${table}, '2026-10-01'::date, now()::date)`.execute(q());
  });
  afterEach(() => t.close());

  async function ticket(department = 0, createdAt?: string): Promise<number> {
    const { id } = await desk.create({ department_id: t.departmentIds[department] }, 'admin');
    await sql`delete from messages where ticket_id = ${id}`.execute(q());
    if (createdAt)
      await sql`update tickets set created_at = ${timeOf(createdAt)} where id = ${id}`.execute(q());
    return id;
  }

  async function chat(ticketId: number, began: string, legs: readonly Leg[]): Promise<void> {
    chats += 1;
    const { rows } = await sql<{ id: number }>`
      insert into conversations (ticket_id, customer_id, media_id, channel_account_id, address, department_id, status,
        waiting_since, started_at, ended_at)
      select id, customer_id, ${Media.liveChat}, ${widgetId}, ${`chat-${chats}`}, department_id, 'ended', ${timeOf(began)},
        ${timeOf(began)}, ${timeOf(legs.at(-1)?.to ?? began)} from tickets where id = ${ticketId} returning id`.execute(
      q(),
    );
    for (const { by, from, to } of legs)
      await sql`insert into conversation_legs (conversation_id, user_id, began_at, ended_at)
        values (${rows[0]?.id}, ${t.idOf(by)}, ${timeOf(from)}, ${timeOf(to)})`.execute(q());
  }

  async function addMessage(ticketId: number, at: string, by: 'customer' | Username): Promise<void> {
    const isCustomer = by === 'customer';
    await sql`
      insert into messages (ticket_id, media_id, kind, author_type, author_id, author_name, created_at)
      values (${ticketId}, ${Media.liveChat}, ${isCustomer ? 'inbound' : 'outbound'}, ${isCustomer ? 'customer' : 'user'},
        ${isCustomer ? null : t.idOf(by)}, 'x', ${timeOf(at)})`.execute(q());
  }

  async function status(
    ticketId: number,
    at: string,
    { by, from, to }: { by?: Username; from: string; to: string },
  ) {
    const event = JSON.stringify({ type: 'changed', version: 2, changes: [{ field: 'status', from, to }] });
    await sql`
      insert into messages (ticket_id, kind, author_type, author_id, author_name, event, created_at)
      values (${ticketId}, 'event', ${by ? 'user' : 'system'}, ${by ? t.idOf(by) : null}, 'x', ${event}::jsonb, ${timeOf(at)})`.execute(
      q(),
    );
    const isOver = (one: string) => one === 'solved' || one === 'closed';
    if (isOver(from) === isOver(to)) return;
    await sql`insert into ticket_backlog_changes (ticket_id, kind, at)
      values (${ticketId}, ${isOver(to) ? 'resolved' : 'reopened'}, ${timeOf(at)})`.execute(q());
  }

  async function setTicketStatus(by: Username, steps: readonly [string, number, string?][]): Promise<void> {
    for (const [at, activity, cause = 'chosen'] of steps)
      await sql`insert into user_activity_log (user_id, user_activity_id, started_at, cause)
        values (${t.idOf(by)}, ${activity}, ${timeOf(at)}, ${cause})`.execute(q());
  }

  /** The report, which is the same before and after what it counts was kept by ticket. */
  async function report(more: string): Promise<Report> {
    const ask = async (): Promise<Report> => {
      const { status: code, body } = await t.as('admin', 'GET', `/api/reports/performance?${more}`);
      expect([code, body]).toMatchObject([200, {}]);
      return (body as { data: Report }).data;
    };
    const { total, rows } = await ask();
    await t.app.modules.reporting.messageFigures.count();
    const kept = await ask();
    expect(kept).toMatchObject({ total, rows });
    return kept;
  }
  const named = ({ rows }: Report, ...metrics: string[]) =>
    Object.fromEntries(rows.map(({ name, figures }) => [name, metrics.map((metric) => figures[metric])]));

  it('solving and opening again are counted as events and as tickets (F2)', async () => {
    const id = await ticket(0, '02 09:00:00');
    await addMessage(id, '02 09:00:00', 'customer');
    await status(id, '02 09:05:00', { from: 'open', to: 'solved' });
    await addMessage(id, '06 14:00:00', 'customer');
    await status(id, '06 14:00:00', { from: 'solved', to: 'open' });
    await addMessage(id, '06 14:10:00', 'dewi');
    await status(id, '06 15:00:00', { by: 'dewi', from: 'open', to: 'solved' });
    await addMessage(id, '07 10:00:00', 'customer');
    await status(id, '07 10:00:00', { from: 'solved', to: 'open' });
    await status(id, '07 10:30:00', { by: 'dewi', from: 'open', to: 'solved' });
    // Its last change, an automatic closing, does not count as solved.
    await status(id, '08 10:30:00', { from: 'solved', to: 'closed' });
    const week = await report('from=2026-11-02&until=2026-11-08&group=agent');
    expect(week.total).toMatchObject({
      solutions: 3,
      tickets_solved: 1,
      reopenings: 2,
      reopen_ratio: 1,
      first_reply_mean_seconds: 600,
      first_resolution_mean_seconds: 300,
      full_resolution_mean_seconds: (5 * 24 + 1.5) * 3600,
      open_time_mean_seconds: 95 * 60,
    });
    expect(
      named(week, 'solutions', 'tickets_solved', 'reopenings', 'reopen_ratio', 'first_reply_mean_seconds'),
    ).toMatchObject({
      'Dewi Lestari': [2, 1, 1, 1, 600],
    });
    const opened = async (metric: string, more = '') => {
      const address = `/api/reports/performance/records?from=2026-11-02&until=2026-11-08&metric=${metric}${more}`;
      const { status: code, body } = await t.as('admin', 'GET', address);
      expect([code, body]).toMatchObject([200, {}]);
      return (body as { data: ReportRecord[] }).data.map(({ cells }) => [
        cells['ticket_id'],
        cells['seconds'],
      ]);
    };
    expect(await opened('solutions')).toHaveLength(3);
    expect(await opened('solutions', `&user_id=${t.idOf('dewi')}`)).toHaveLength(2);
    expect(await opened('reopenings')).toHaveLength(2);
    expect(await opened('first_resolution_mean_seconds')).toEqual([[id, 300]]);
    expect(await opened('full_resolution_mean_seconds')).toEqual([[id, (5 * 24 + 1.5) * 3600]]);
    expect(await opened('first_reply_mean_seconds')).toEqual([[id, 600]]);
    const days = await report('from=2026-11-02&until=2026-11-08&group=day');
    expect(days.rows.map(({ key, figures }) => [key, figures['solutions'], figures['reopenings']])).toEqual([
      ['2026-11-02', 1, 0],
      ['2026-11-06', 1, 1],
      ['2026-11-07', 1, 1],
    ]);
  });

  it(
    'a first contact is enough where nobody came back within a week, and not known before that',
    { tags: 'full' },
    async () => {
      const solve = async (id: number, at: string) => {
        await status(id, at, { by: 'dewi', from: 'open', to: 'solved' });
        return id;
      };
      const once = await ticket(0, '02 09:00:00');
      const customer = await sql<{ id: number }>`
      with new as (insert into customers (name) values ('Joko') returning id)
      update tickets set customer_id = new.id from new where tickets.id = ${once} returning customer_id as id`.execute(
        q(),
      );
      await addMessage(once, '02 09:00:00', 'customer');
      await addMessage(once, '02 09:05:00', 'dewi');
      await solve(once, '02 09:06:00');
      // This ticket has two replies, and is reopened after three days.
      const back = await ticket(0, '02 10:00:00');
      await addMessage(back, '02 10:05:00', 'dewi');
      await addMessage(back, '02 10:06:00', 'dewi');
      await solve(back, '02 10:10:00');
      await status(back, '05 10:00:00', { from: 'solved', to: 'open' });
      await solve(back, '05 10:10:00');
      const all = (range: string) => report(`from=2026-11-02&until=${range}&group=agent`);
      expect((await all('2026-11-02')).total).toMatchObject({
        tickets_solved: 2,
        first_contact_ratio: 0.5,
        one_touch_ratio: 0.5,
      });
      // The customer comes back after six days, which counts, and then after eight, which does not.
      const again = await ticket(0, '08 09:00:00');
      await sql`update tickets set customer_id = ${customer.rows[0]?.id} where id = ${again}`.execute(q());
      expect((await all('2026-11-02')).total).toMatchObject({ first_contact_ratio: 0, one_touch_ratio: 0.5 });
      await sql`update tickets set created_at = ${timeOf('10 09:00:00')} where id = ${again}`.execute(q());
      expect((await all('2026-11-02')).total).toMatchObject({ first_contact_ratio: 0.5 });
      // Tickets solved less than seven days ago do not count yet.
      const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10);
      const now = t.clock.now().getTime();
      const late = await ticket();
      await sql`insert into ticket_backlog_changes (ticket_id, kind, at)
      values (${late}, 'resolved', ${new Date(now - 60_000)})`.execute(q());
      const { total } = await report(`from=${dayOf(now)}&until=${dayOf(now + 86_400_000)}&group=agent`);
      expect(total).toMatchObject({ tickets_solved: 1, first_contact_ratio: null, one_touch_ratio: 1 });
    },
  );

  it('whoever hands a conversation over keeps what they did (F3)', { tags: 'full' }, async () => {
    const id = await ticket();
    await addMessage(id, '02 09:59:30', 'customer');
    await addMessage(id, '02 10:00:40', 'dewi');
    await chat(id, '02 09:59:30', [
      { by: 'dewi', from: '02 10:00:10', to: '02 10:10:00' },
      { by: 'budi', from: '02 10:10:20', to: '02 10:26:20' },
    ]);
    const metrics = [
      'conversations_handled',
      'answered_from_queue',
      'transfers_out',
      'transfers_in',
      'handle_mean_seconds',
      'first_reply_mean_seconds',
    ];
    const agents = await report(`${DAY}&group=agent`);
    expect(named(agents, ...metrics)).toEqual({
      'Dewi Lestari': [1, 1, 1, 0, 590, 70],
      'Budi Santoso': [1, 0, 0, 1, 960, null],
    });
    const hours = await report(`${DAY}&group=hour`);
    expect(
      hours.rows.map(({ key, figures }) => [
        key,
        figures['conversations_handled'],
        figures['answered_from_queue'],
        figures['signed_in_seconds'],
      ]),
    ).toEqual([
      ['09', 0, 1, null],
      ['10', 1, 0, null],
    ]);
    // Time is not known by tag, hour or department, so it is null in these rows.
    for (const row of ['tag:', 'hour:10', 'department:1'])
      expect((await report(`${DAY}&group=agent&row=${row}`)).total).toMatchObject({
        signed_in_seconds: null,
      });
    const departments = await report(`${DAY}&group=department`);
    expect(named(departments, ...metrics, 'occupancy_ratio', 'signed_in_seconds')).toEqual({
      Care: [1, 1, 1, 1, 1550, 70, null, null],
    });
    const { body } = await t.as(
      'admin',
      'GET',
      `/api/reports/performance/records?${DAY}&user_id=${t.idOf('dewi')}`,
    );
    expect((body as { data: ReportRecord[] }).data.map(({ cells }) => cells)).toMatchObject([
      { agent: 'Dewi Lestari', media: Media.liveChat, seconds: 590, is_transferred: true, ticket_id: id },
    ]);
    // The parts of a chat end in other hours than the chat, and it goes to and fro.
    await chat(id, '02 12:00:00', [
      { by: 'dewi', from: '02 12:00:10', to: '02 12:10:00' },
      { by: 'budi', from: '02 12:10:20', to: '02 12:20:00' },
      { by: 'dewi', from: '02 12:20:20', to: '02 12:30:00' },
      { by: 'budi', from: '02 12:30:20', to: '02 13:10:00' },
    ]);
    for (const group of ['agent', 'department', 'hour'] as const)
      expect(await recordsBehind(t, 'performance', { range: DAY, group })).toMatchObject({ different: [] });
  });

  it('means are of replies, not of rows (F8)', { tags: 'full' }, async () => {
    for (let n = 0; n < 11; n += 1) {
      const id = await ticket(n === 10 ? 1 : 0);
      await addMessage(id, '02 09:00:00', 'customer');
      await addMessage(id, n === 10 ? '02 09:19:20' : '02 09:01:00', 'dewi');
    }
    const both = await report(`${DAY}&group=department`);
    expect(both.total).toMatchObject({
      first_reply_mean_seconds: 160,
      first_reply_median_seconds: 60,
      first_reply_p90_seconds: 60,
    });
    expect(named(both, 'first_reply_mean_seconds')).toEqual({ Care: [60], Billing: [1160] });
  });

  it('who has left stays in the rows, which add up (F10)', { tags: 'full' }, async () => {
    const work = async (by: Username, count: number, seconds: number) => {
      for (let n = 0; n < count; n += 1) {
        const to = `02 10:${String(Math.floor(seconds / 60)).padStart(2, '0')}:00`;
        await chat(await ticket(), '02 09:59:00', [{ by, from: '02 10:00:00', to }]);
      }
    };
    await work('dewi', 10, 600);
    await work('budi', 6, 900);
    const figures = async () => {
      const all = await report(`${DAY}&group=agent`);
      expect(all.total).toMatchObject({ conversations_handled: 16, handle_mean_seconds: 713 });
      return all.rows.map(({ name, is_left, figures: own }) => [name, is_left, own['conversations_handled']]);
    };
    expect(await figures()).toEqual([
      ['Budi Santoso', false, 6],
      ['Dewi Lestari', false, 10],
    ]);
    await sql`update users set is_active = false where id = ${t.idOf('budi')}`.execute(q());
    expect(await figures()).toEqual([
      ['Budi Santoso', true, 6],
      ['Dewi Lestari', false, 10],
    ]);
  });

  it('work at the same time is occupied once (F12)', { tags: 'full' }, async () => {
    await setTicketStatus('dewi', [
      ['02 09:00:00', Activity.ready],
      ['02 10:00:00', Activity.offline, 'signed-out'],
    ]);
    for (const [from, to] of [
      ['09:00', '09:30'],
      ['09:10', '09:40'],
      ['09:20', '09:50'],
    ])
      await chat(await ticket(), `02 ${from}:00`, [{ by: 'dewi', from: `02 ${from}:00`, to: `02 ${to}:00` }]);
    const day = await report(`${DAY}&group=agent`);
    const expected = {
      conversations_handled: 3,
      signed_in_seconds: 3600,
      occupied_seconds: 3000,
      occupancy_ratio: 0.8333,
      utilisation_ratio: 0.8333,
      concurrency: 1.8,
      handle_mean_seconds: 1800,
    };
    expect(day.total).toMatchObject(expected);
    expect(day.rows).toMatchObject([{ name: 'Dewi Lestari', figures: expected }]);
  });

  it('breaks are out of occupancy, and calls with their wrap-up are work', { tags: 'full' }, async () => {
    await setTicketStatus('dewi', [
      ['02 09:00:00', Activity.ready],
      ['02 09:10:00', Activity.inCall, 'phone'],
      ['02 09:20:00', Activity.afterCallWork, 'phone'],
      ['02 09:21:00', Activity.ready, 'wrap-up over'],
      ['02 09:30:00', Activity.onBreak],
      ['02 09:50:00', Activity.ready],
      ['02 09:55:00', Activity.idleAfterCall, 'call missed'],
      ['02 10:00:00', Activity.offline, 'signed-out'],
    ]);
    // The chat continues during the break, and after she has gone offline.
    await chat(await ticket(), '02 09:20:00', [{ by: 'dewi', from: '02 09:20:30', to: '02 11:00:00' }]);
    expect((await report(`${DAY}&group=agent`)).total).toMatchObject({
      signed_in_seconds: 3600,
      occupied_seconds: 1800,
      occupancy_ratio: 0.75,
      utilisation_ratio: 0.5,
    });
  });
});
