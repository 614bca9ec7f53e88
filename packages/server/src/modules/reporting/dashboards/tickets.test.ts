import type { Ticket, TicketDashboard, TicketRecord } from '@trunkline/contract';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { testApp, type TestApp } from '../../../../test/app.ts';
import { deskOf } from '../../../../test/desk.ts';
import type { Username } from '../../../../test/people.ts';

describe('the ticket dashboard', () => {
  let t: TestApp;
  let desk: ReturnType<typeof deskOf>;
  beforeEach(async () => {
    t = await testApp();
    desk = deskOf(() => t);
    await t.as('admin', 'PATCH', '/api/configs/app', { time_zone: 'Asia/Jakarta' });
  });
  afterEach(() => t.close());

  /** A moment of November in Jakarta: '2 09:00' is the second, at nine. */
  const at = (text: string): string => {
    const [day = '', time = ''] = text.split(' ');
    return `2026-11-${day.padStart(2, '0')}T${time}:00+07:00`;
  };

  type TicketHistory = {
    created: string;
    department?: number;
    /** When an agent first replied. */
    answered?: string;
    /** Changes of its status, with their times. */
    moves?: readonly (readonly [string, Ticket['status']])[];
  };

  /** A ticket that a customer opened, with its history. */
  async function ticket({ created, department = 0, answered, moves = [] }: TicketHistory): Promise<number> {
    const { id } = await desk.create({ department_id: t.departmentIds[department] }, 'admin');
    const { q } = t.platform.db;
    await sql`update tickets set created_at = ${at(created)}, created_by = null, status_since = ${at(created)},
      first_response_at = ${answered ? at(answered) : null}::timestamptz where id = ${id}`.execute(q);
    await sql`delete from sla_clocks where ticket_id = ${id}`.execute(q);
    for (const [when, status] of moves)
      await sql`update tickets set status = ${status}, updated_at = ${at(when)} where id = ${id}`.execute(q);
    return id;
  }

  const clock = (id: number, kind: 'first_response' | 'resolution', { state = 'met', breached = '' } = {}) =>
    sql`insert into sla_clocks (ticket_id, kind, state, target_minutes, office_hours, time_zone, started_at, spans, breached_at, ended_at)
      values (${id}, ${kind}, ${state}, 60, 'x', 'UTC', now(), '[]', ${breached ? at(breached) : null}::timestamptz, now())`.execute(
      t.platform.db.q,
    );

  async function read(query: string, as: Username = 'admin'): Promise<TicketDashboard> {
    const { status, body } = await t.as(as, 'GET', `/api/dashboards/tickets?${query}`);
    expect([status, body]).toMatchObject([200, {}]);
    return (body as { data: TicketDashboard }).data;
  }

  async function records(query: string, as: Username = 'admin'): Promise<TicketRecord[]> {
    const { status, body } = await t.as(as, 'GET', `/api/dashboards/tickets/records?${query}`);
    expect([status, body]).toMatchObject([200, {}]);
    return (body as { data: TicketRecord[] }).data;
  }
  const NOVEMBER = 'from=2026-11-01&until=2026-11-30';
  const WEEK = 'from=2026-11-02&until=2026-11-08';

  it('open tickets are told by their age, as the list of the desk holds them', async () => {
    const daysAgo = async (days: number, status: Ticket['status'] = 'open') => {
      const { id } = await desk.create({}, 'admin');
      await sql`update tickets set status = ${status}, created_at = ${t.clock.now()}::timestamptz - make_interval(secs => ${days * 86_400})
        where id = ${id}`.execute(t.platform.db.q);
    };
    for (const days of [0, 0.5, 1.1, 2.9, 3.1, 6, 8, 31, 400]) await daysAgo(days);
    await daysAgo(2, 'solved');
    const { ages, now } = await read(WEEK);
    expect(ages.map(({ days, open }) => [days, open])).toEqual([
      [0, 2],
      [1, 2],
      [3, 2],
      [7, 1],
      [30, 2],
    ]);
    expect(ages.reduce((sum, { open }) => sum + open, 0)).toBe(now.tickets_open);
    const [, second] = ages;
    const where = JSON.stringify([
      { field: 'created_at', op: 'between', value: [second?.since, second?.until] },
    ]);
    const list = await desk.data<Ticket[]>(
      'admin',
      'GET',
      `/api/tickets?${new URLSearchParams({ where }).toString()}`,
    );
    expect(list).toHaveLength(2);
  });

  it(
    'a ticket that is solved three times is one, opened again twice, whatever it is today (F2)',
    { tags: 'full' },
    async () => {
      const id = await ticket({
        created: '2 09:00',
        answered: '6 14:10',
        moves: [
          ['2 09:05', 'solved'],
          ['6 14:00', 'open'],
          ['6 15:00', 'solved'],
          ['7 10:00', 'open'],
          ['7 10:30', 'solved'],
          ['9 08:00', 'open'],
        ],
      });
      const { total, days } = await read(WEEK);
      expect(total).toMatchObject({
        tickets_created: 1,
        tickets_solved: 1,
        solutions: 3,
        tickets_reopened: 1,
        reopenings: 2,
        reopen_ratio: 1,
        // From creation to the last time it was solved in the week: 5 d 1 h 30 min.
        resolution_median_seconds: 5 * 86_400 + 5400,
        // Solved before any reply, so there is no first reply.
        ticket_first_reply_median_seconds: null,
        backlog_start: 0,
        backlog_end: 0,
      });
      expect(days.map(({ day, created, solved }) => [day.slice(8), created, solved])).toEqual([
        ['02', 1, 1],
        ['03', 0, 0],
        ['04', 0, 0],
        ['05', 0, 0],
        ['06', 0, 1],
        ['07', 0, 1],
        ['08', 0, 0],
      ]);
      const list = await records(`${WEEK}&figure=solved`);
      expect(list).toMatchObject([
        { id, status: 'open', at: '2026-11-07T03:30:00.000Z', seconds: 5 * 86_400 + 5400 },
      ]);
      expect(await records(`${WEEK}&figure=reopened_later`)).toHaveLength(1);
      // Half of the week: solved once, and open again at its end.
      expect((await read('from=2026-11-02&until=2026-11-05')).total).toMatchObject({
        solutions: 1,
        tickets_reopened: 0,
        reopen_ratio: 1,
        resolution_median_seconds: 300,
      });
    },
  );

  it(
    'days are those of the workspace: ten past midnight in Jakarta is the next one (F5)',
    { tags: 'full' },
    async () => {
      await ticket({ created: '1 00:10' });
      await ticket({ created: '1 06:59' });
      const id = await ticket({ created: '1 12:00' });
      await sql`update tickets set created_at = '2026-10-31T23:30:00+07:00' where id = ${id}`.execute(
        t.platform.db.q,
      );
      expect((await read('from=2026-10-01&until=2026-10-31')).total.tickets_created).toBe(1);
      const { total, hours } = await read('from=2026-11-01&until=2026-11-30');
      expect(total.tickets_created).toBe(2);
      // 1 November 2026 is a Sunday.
      expect([hours[0]?.[0], hours[0]?.[6], hours.flat().filter((count) => count > 0).length]).toEqual([
        1, 1, 2,
      ]);
      expect(await records(`${NOVEMBER}&figure=created&weekday=0&hour=6`)).toHaveLength(1);
      expect(await records(`${NOVEMBER}&figure=created`)).toHaveLength(2);
    },
  );

  it(
    'the backlog adds up: start + created + reopened - solved - merged = end',
    { tags: 'full' },
    async () => {
      const early = { created: '1 08:00' };
      await ticket(early);
      await ticket({ ...early, moves: [['3 09:00', 'closed']] });
      const back = await ticket({
        ...early,
        moves: [
          ['1 09:00', 'solved'],
          ['4 09:00', 'open'],
        ],
      });
      const into = await ticket({ created: '5 09:00' });
      const merged = await ticket({ created: '5 10:00', moves: [] });
      await sql`update tickets set merged_into = ${into} where id = ${merged}`.execute(t.platform.db.q);
      await sql`update tickets set status = 'closed', updated_at = ${at('6 09:00')} where id = ${merged}`.execute(
        t.platform.db.q,
      );
      // After the week.
      const later = await ticket({ created: '7 09:00', moves: [['9 09:00', 'solved']] });
      await ticket({ created: '10 09:00' });
      const { total, now } = await read(WEEK);
      expect(total).toMatchObject({
        backlog_start: 2,
        tickets_created: 3,
        reopenings: 1,
        solutions: 1,
        tickets_merged: 1,
        backlog_end: 4,
      });
      expect(now.tickets_open).toBe(4);
      const backlog = (await records(`${WEEK}&figure=backlog`)).map(({ id }) => id);
      expect(backlog).toHaveLength(4);
      expect(backlog).toEqual(expect.arrayContaining([back, into, later]));
      expect(await records(`${WEEK}&figure=backlog_start`)).toHaveLength(2);
      expect((await records(`${WEEK}&figure=merged`)).map(({ id }) => id)).toEqual([merged]);
      expect((await records(`${WEEK}&figure=reopened`)).map(({ id }) => id)).toEqual([back]);
    },
  );

  it(
    'first replies and resolutions: medians of tickets by nearest rank, and deadlines that were kept (F8)',
    { tags: 'full' },
    async () => {
      for (let n = 0; n < 9; n += 1) {
        const id = await ticket({
          created: `2 09:0${n}`,
          answered: `2 09:0${n + 1}`,
          moves: [['2 10:00', 'solved']],
        });
        await clock(id, 'first_response');
        await clock(id, 'resolution');
      }
      const slow = await ticket({ created: '2 09:00', answered: '2 09:20', moves: [['2 12:00', 'solved']] });
      await clock(slow, 'first_response', { state: 'breached', breached: '2 09:10' });
      await clock(slow, 'resolution', { state: 'breached', breached: '2 11:00' });
      const waiting = await ticket({ created: '2 09:30' });
      await sql`update tickets set waiting_since = created_at where id = ${waiting}`.execute(t.platform.db.q);
      const { total, now, oldest } = await read(WEEK);
      expect(total).toMatchObject({
        ticket_first_reply_median_seconds: 60,
        ticket_first_reply_p90_seconds: 60,
        first_reply_sla_ratio: 0.9,
        resolution_p90_seconds: 3600,
        resolution_sla_ratio: 0.9,
      });
      expect(now).toEqual({ tickets_open: 1, tickets_waiting: 1, tickets_unassigned: 1, tickets_overdue: 0 });
      expect(oldest).toMatchObject([{ id: waiting, is_waiting: true, agent: null }]);
      expect(await records(`${WEEK}&figure=first_reply`)).toHaveLength(10);
      expect(await records(`${WEEK}&figure=first_reply_missed`)).toMatchObject([{ id: slow, seconds: 1200 }]);
      expect(await records(`${WEEK}&figure=resolution_missed`)).toMatchObject([
        { id: slow, seconds: 10_800 },
      ]);
      const nothing = await read('from=2026-10-01&until=2026-10-31');
      expect(nothing.total).toMatchObject({
        tickets_created: 0,
        ticket_first_reply_median_seconds: null,
        resolution_sla_ratio: null,
        reopen_ratio: null,
      });
    },
  );

  it('the time before is compared up to the same hour', { tags: 'full' }, async () => {
    const now = t.clock.now();
    const dayOf = (ms: number) => new Date(ms + 7 * 3_600_000).toISOString().slice(0, 10);
    const [today, yesterday] = [dayOf(now.getTime()), dayOf(now.getTime() - 86_400_000)];
    const compared = await read(
      `from=${today}&until=${today}&before_from=${yesterday}&before_until=${yesterday}`,
    );
    const until = Date.parse(compared.before_ends_at ?? '');
    expect(until).toBe(Date.parse(compared.at) - 86_400_000);
    expect(compared.before).toMatchObject({ tickets_created: 0 });
    // A range that is over is compared with the whole period before.
    const over = await read(
      `${WEEK.replaceAll('2026', '2025')}&before_from=2025-10-26&before_until=2025-11-01`,
    );
    expect(over.before_ends_at).toBe('2025-11-01T17:00:00.000Z');
  });

  it('counts what one may see, and by department', { tags: 'full' }, async () => {
    await ticket({ created: '2 09:00' });
    await ticket({ created: '2 09:00', department: 1, moves: [['3 09:00', 'solved']] });
    const all = await read(WEEK, 'supervisor');
    expect(all.total).toMatchObject({ tickets_created: 2, tickets_solved: 1 });
    expect(all.parts.department.map(({ name, created }) => [name, created])).toEqual([
      ['Billing', 1],
      ['Care', 1],
    ]);
    const care = await read(`${WEEK}&department_id=${t.departmentIds[0]}`);
    expect(care.total).toMatchObject({ tickets_created: 1, tickets_solved: 0, backlog_end: 1 });
    await t.platform.db.q
      .updateTable('user_levels')
      .set({ visibility: 'department' })
      .where('name', '=', 'Campaign manager')
      .execute();
    await sql`update users set user_level_id = (select id from user_levels where name = 'Campaign manager') where id = ${t.idOf('sarah')}`.execute(
      t.platform.db.q,
    );
    const own = await read(WEEK, 'sarah');
    expect(own.total).toMatchObject({ tickets_created: 1, tickets_solved: 1, backlog_end: 0 });
    expect(own.now.tickets_open).toBe(0);
    expect((await t.as('dewi', 'GET', `/api/dashboards/tickets?${WEEK}`)).status).toBe(403);
  });

  it(
    'a solving that is undone did not happen, and one that was merged is not solved',
    { tags: 'full' },
    async () => {
      const one = await desk.create();
      const solved = await desk.data<Ticket>('dewi', 'POST', `/api/tickets/${one.id}/solve`, {
        version: one.version,
      });
      const changes = async () =>
        (
          await sql<{ kind: string }>`select kind from ticket_backlog_changes order by id`.execute(
            t.platform.db.q,
          )
        ).rows.map(({ kind }) => kind);
      expect(await changes()).toEqual(['resolved']);
      await desk.data('dewi', 'POST', `/api/tickets/${one.id}/undo`, {
        change: solved.version,
        version: solved.version,
      });
      expect(await changes()).toEqual([]);
      const two = await desk.create();
      await desk.data('dewi', 'POST', `/api/tickets/${one.id}/merge`, { from: [two.id] });
      expect(await changes()).toEqual(['merged']);
      await desk.data('dewi', 'POST', `/api/tickets/${two.id}/unmerge`, {});
      expect((await changes()).filter((kind) => kind !== 'merged' && kind !== 'unmerged')).toEqual([]);
      const today = new Date(t.clock.now().getTime() + 7 * 3_600_000).toISOString().slice(0, 10);
      expect((await read(`from=${today}&until=${today}`)).total).toMatchObject({
        tickets_created: 2,
        tickets_merged: 0,
        backlog_start: 0,
        backlog_end: 2,
      });
    },
  );
});
