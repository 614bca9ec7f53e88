import { Activity, type Report, type ReportRecord, type ServiceLevels } from '@trunkline/contract';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { testApp, type TestApp } from '../../../../../test/app.ts';
import { deskOf } from '../../../../../test/desk.ts';
import type { Username } from '../../../../../test/people.ts';
import { recordsBehind } from '../../../../../test/report-records.ts';

/** Times are those of 2 November in Jakarta, `07:28:00`, unless they include the day. */
type Leg = {
  by: Username;
  from: string;
  to: string;
  holds?: [string, string][];
  wrapUpTo?: string;
  passed?: true;
};
type Call = {
  at: string;
  until?: string;
  ended?: string;
  legs?: Leg[];
  end?: string;
  menu?: true;
  out?: Username;
  queue?: string;
  department?: number;
};
const DAY = 'from=2026-11-02&until=2026-11-02';
const timeOf = (at: string) => (at.includes('T') ? at : `2026-11-02T${at}+07:00`);

describe('the report of telephone calls', () => {
  let t: TestApp;
  let desk: ReturnType<typeof deskOf>;
  let gatewayId: number;
  const q = () => t.platform.db.q;
  beforeEach(async () => {
    t = await testApp();
    desk = deskOf(() => t);
    await t.as('admin', 'PATCH', '/api/configs/app', { time_zone: 'Asia/Jakarta' });
    const account = await sql<{ id: number }>`
      insert into channel_accounts (media_id, name, key, department_id, settings)
      values (1, 'Main line', 'line', ${t.departmentIds[0]}, '{}') returning id`.execute(q());
    gatewayId = account.rows[0]?.id ?? 0;
    await sql`insert into phone_gateways (id, host, port, is_tls, username, secret)
      values (${gatewayId}, 'localhost', 5038, false, 'x', 'x')`.execute(q());
    await sql`select ensure_month_partitions('user_activity_log', '2026-10-01'::date, now()::date)`.execute(
      q(),
    );
  });
  afterEach(() => t.close());

  const isOffered = ({ menu, out }: Call): boolean => !menu && out === undefined;

  async function call(told: Call): Promise<void> {
    const { legs = [], menu, department = 0 } = told;
    const ticket = menu ? null : await desk.create({ department_id: t.departmentIds[department] }, 'admin');
    const answeredAt = legs[0] ? timeOf(legs[0].from) : null;
    const endedAt = timeOf(told.ended ?? legs.at(-1)?.to ?? told.until ?? told.at);
    const id = await insertCall(told, { ticketId: ticket?.id ?? null, answeredAt, endedAt });
    const queue = isOffered(told) ? (told.queue ?? 'support') : '';
    await sql`
      insert into phone_calls (call_id, gateway_id, linked, number, dialled, queue, ivr_keypress, told, counted_at, is_offered,
        waited_until, first_queue, ended_by)
      values (${id}, ${gatewayId}, '{}', '0812', '150', '', '1', '{}', ${timeOf(told.at)}, ${isOffered(told)},
        ${answeredAt ?? endedAt}, ${queue}, 'customer')`.execute(q());
    for (const leg of legs) await addLeg(id, leg);
  }

  async function insertCall(
    { at, out, end = 'abandoned' }: Call,
    {
      ticketId,
      answeredAt,
      endedAt,
    }: { ticketId: number | null; answeredAt: string | null; endedAt: string },
  ): Promise<number> {
    const { rows } = await sql<{ id: number }>`
      insert into calls (media_id, kind, direction, state, user_id, ticket_id, started_at, answered_at, ended_at, end_reason)
      values (1, 'voice', ${out ? 'outbound' : 'inbound'}, 'ended', ${out ? t.idOf(out) : null}, ${ticketId},
        ${timeOf(at)}, ${answeredAt}, ${endedAt}, ${answeredAt ? 'hung_up' : end}) returning id`.execute(q());
    return rows[0]?.id ?? 0;
  }

  async function addLeg(id: number, { by, from, to, holds = [], wrapUpTo, passed }: Leg): Promise<void> {
    const held = holds.map(([a, b]) => `[${timeOf(a)},${timeOf(b)})`).join(',');
    await sql`insert into phone_legs (call_id, leg, began_at, user_id, extension, ended_at, holds, is_passed_on)
      values (${id}, ${by}, ${timeOf(from)}, ${t.idOf(by)}, '1', ${timeOf(to)}, ${`{${held}}`}, ${passed ?? false})`.execute(
      q(),
    );
    if (wrapUpTo === undefined) return;
    await sql`insert into phone_after_calls (call_id, user_id, began_at, ends_at)
      values (${id}, ${t.idOf(by)}, ${timeOf(to)}, ${timeOf(wrapUpTo)})`.execute(q());
    await sql`insert into user_activity_log (user_id, user_activity_id, started_at, cause) values
      (${t.idOf(by)}, ${Activity.afterCallWork}, ${timeOf(to)}, 'phone'),
      (${t.idOf(by)}, ${Activity.ready}, ${timeOf(wrapUpTo)}, 'wrap-up over')`.execute(q());
  }

  async function report(address: string, as: Username = 'admin'): Promise<Report> {
    const { status, body } = await t.as(as, 'GET', `/api/reports/${address}`);
    expect([status, body]).toMatchObject([200, {}]);
    return (body as { data: Report }).data;
  }
  async function records(address: string): Promise<ReportRecord['cells'][]> {
    const { body } = await t.as('admin', 'GET', `/api/reports/calls/records?${address}`);
    return (body as { data: ReportRecord[] }).data.map(({ cells }) => cells);
  }
  const column = ({ rows }: Report, ...metrics: string[]) =>
    rows.map(({ key, figures }) => [key, ...metrics.map((metric) => figures[metric])]);

  it(
    'shares go by the hour of coming into the queue, time is cut at the hour (F4)',
    { tags: 'full' },
    async () => {
      await call({
        at: '07:28:00',
        legs: [{ by: 'dewi', from: '07:32:00', to: '08:13:00', wrapUpTo: '08:14:00' }],
      });
      await call({ at: '07:29:50', until: '07:30:20' });
      const hours = await report(`calls?${DAY}&group=hour`);
      expect(
        column(
          hours,
          'calls_offered',
          'service_level_ratio',
          'abandonment_ratio',
          'answer_mean_seconds',
          'handle_seconds',
        ),
      ).toEqual([
        ['07', 2, 0, 0.5, 240, 28 * 60],
        ['08', 0, null, null, null, 14 * 60],
      ]);
      expect(hours.total).toMatchObject({
        calls_answered: 1,
        calls_abandoned: 1,
        talk_seconds: 41 * 60,
        wrap_up_seconds: 60,
        handle_seconds: 42 * 60,
        handle_mean_seconds: 42 * 60,
        longest_wait_seconds: 240,
      });
      expect(await records(`${DAY}&row=hour:08`)).toEqual([]);
      expect(await records(`${DAY}&row=hour:07`)).toMatchObject([
        { outcome: 'abandoned', wait_seconds: 30, agent: '', talk_seconds: null },
        {
          outcome: 'answered',
          wait_seconds: 240,
          agent: 'Dewi Lestari',
          talk_seconds: 41 * 60,
          wrap_up_seconds: 60,
        },
      ]);
    },
  );

  it(
    'one formula for service level and abandonment; an agent has neither (F7)',
    { tags: 'full' },
    async () => {
      const calls = (count: number, wait: number, by?: Username) =>
        sql`
        with made as (
          insert into calls (media_id, kind, direction, state, started_at, answered_at, ended_at, end_reason)
          select 1, 'voice', 'inbound', 'ended', at, case when ${by !== undefined} then at + ${wait} * interval '1 second' end,
            at + ${wait + 60} * interval '1 second', ${by ? 'hung_up' : 'abandoned'}
          from (select ${timeOf('09:00:00')}::timestamptz + n * interval '20 seconds' as at from generate_series(1, ${count}) n) s
          returning id, started_at, answered_at),
        phones as (
          insert into phone_calls (call_id, gateway_id, linked, number, dialled, queue, ivr_keypress, told, counted_at, is_offered, waited_until)
          select id, ${gatewayId}, '{}', '', '', '', '', '{}', started_at, true, started_at + ${wait} * interval '1 second' from made)
        insert into phone_legs (call_id, leg, began_at, user_id, extension, ended_at)
        select id, 'x', answered_at, ${by ? t.idOf(by) : null}, '1', answered_at + interval '60 seconds' from made
        where answered_at is not null`.execute(q());
      await calls(50, 10, 'dewi');
      await calls(380, 20, 'budi');
      await calls(70, 21, 'budi');
      await calls(5, 5);
      await calls(5, 20);
      await calls(20, 30);
      const { total } = await report(`calls?${DAY}`);
      expect(total).toMatchObject({
        calls_offered: 530,
        calls_answered: 500,
        calls_short_abandoned: 5,
        calls_abandoned: 25,
        service_level_ratio: 0.819,
        abandonment_ratio: 0.0476,
      });
      const agent = await report(`calls?${DAY}&user_id=${t.idOf('dewi')}`);
      expect(agent.total).toMatchObject({
        calls_answered: 50,
        calls_offered: null,
        service_level_ratio: null,
        abandonment_ratio: null,
      });
      const rows = await report(`calls?${DAY}&group=agent`);
      expect(
        column(rows, 'calls_answered', 'service_level_ratio', 'calls_abandoned').map(([, ...all]) => all),
      ).toEqual([
        [450, null, null],
        [50, null, null],
        [0, null, 25],
      ]);
    },
  );

  it(
    'who leaves by their own wish counts for neither, and a target holds from its day',
    { tags: 'full' },
    async () => {
      await call({ at: '09:00:00', until: '09:02:00', end: 'call_back' });
      await call({ at: '09:10:00', until: '09:12:00', end: 'message' });
      await call({ at: '10:00:00', legs: [{ by: 'dewi', from: '10:00:30', to: '10:01:00' }] });
      await call({
        at: '2026-11-03T10:00:00+07:00',
        legs: [{ by: 'dewi', from: '2026-11-03T10:00:30+07:00', to: '2026-11-03T10:01:00+07:00' }],
      });
      await sql`insert into service_levels (valid_from, target_seconds, short_abandon_seconds, set_at)
      values ('2026-11-03', 30, 5, now())`.execute(q());
      const days = await report('calls?from=2026-11-02&until=2026-11-03');
      expect(column(days, 'calls_offered', 'calls_left', 'service_level_ratio', 'abandonment_ratio')).toEqual(
        [
          ['2026-11-02', 3, 2, 0, 0],
          ['2026-11-03', 1, 0, 1, 0],
        ],
      );
    },
  );

  it('a transferred call is handled by both and answered by the first (F3)', { tags: 'full' }, async () => {
    await call({
      at: '09:59:30',
      legs: [
        { by: 'dewi', from: '10:00:10', to: '10:10:00', holds: [['10:05:00', '10:06:00']], passed: true },
        { by: 'budi', from: '10:10:20', to: '10:25:20', wrapUpTo: '10:26:20' },
      ],
    });
    const metrics = [
      'calls_answered',
      'calls_handled',
      'calls_transferred',
      'handle_seconds',
      'hold_seconds',
      'answer_mean_seconds',
    ];
    const agents = await report(`calls?${DAY}&group=agent`);
    expect(column(agents, ...metrics).map(([, ...all]) => all)).toEqual([
      [0, 1, 0, 960, 0, null],
      [1, 1, 1, 590, 60, 40],
    ]);
    expect(agents.total).toMatchObject({
      calls_handled: 1,
      handle_mean_seconds: 1550,
      answer_mean_seconds: 40,
    });
    expect(await records(`${DAY}&user_id=${t.idOf('budi')}`)).toMatchObject([
      {
        agent: 'Dewi Lestari, Budi Santoso',
        talk_seconds: 900,
        wrap_up_seconds: 60,
        hold_seconds: null,
        ended_by: 'customer',
      },
    ]);
  });

  it('calls in the menu and calls out stand apart; queue and number are rows', { tags: 'full' }, async () => {
    await call({ at: '09:00:00', ended: '09:00:40', menu: true });
    await call({ at: '09:05:00', ended: '09:05:30', out: 'dewi', end: 'unanswered' });
    await call({ at: '09:06:00', out: 'dewi', legs: [{ by: 'dewi', from: '09:06:10', to: '09:07:10' }] });
    await call({ at: '09:10:00', until: '09:11:00', queue: 'billing', department: 1 });
    const byQueue = await report(`calls?${DAY}&group=queue`);
    expect(column(byQueue, 'calls_offered', 'calls_in_menu', 'outbound_calls', 'outbound_answered')).toEqual([
      ['billing', 1, 0, 0, 0],
      ['', 0, 1, 2, 1],
    ]);
    expect(column(await report(`calls?${DAY}&group=number`), 'calls_offered', 'calls_in_menu')).toEqual([
      ['150', 1, 1],
      ['', 0, 0],
    ]);
    expect((await records(`${DAY}&row=queue:billing`)).map(({ outcome }) => outcome)).toEqual(['abandoned']);
    expect((await report(`calls?${DAY}&department_id=${t.departmentIds[1]}`)).total['calls_offered']).toBe(1);
    expect((await t.as('admin', 'GET', `/api/reports/calls?${DAY}&row=break_reason:1`)).status).toBe(400);
    const file = await t.as('admin', 'GET', `/api/reports/calls/file?${DAY}&group=record`);
    expect(String(file.body).trim().split('\n')).toHaveLength(5);
  });

  it('each figure opens the calls that it counts', async () => {
    await call({ at: '09:00:00', ended: '09:00:40', menu: true });
    await call({ at: '09:05:00', ended: '09:05:30', out: 'dewi', end: 'unanswered' });
    await call({ at: '09:06:00', out: 'dewi', legs: [{ by: 'dewi', from: '09:06:10', to: '09:07:10' }] });
    await call({ at: '09:10:00', until: '09:11:00' });
    await call({ at: '09:12:00', until: '09:12:03' });
    await call({ at: '10:00:00', until: '10:02:00', end: 'call_back' });
    await call({
      at: '10:10:00',
      legs: [
        { by: 'dewi', from: '10:10:30', to: '10:15:00', passed: true },
        { by: 'budi', from: '10:15:10', to: '10:20:00' },
      ],
    });
    for (const group of ['hour', 'agent'] as const) {
      const { counted, different } = await recordsBehind(t, 'calls', { range: DAY, group });
      expect(different).toEqual([]);
      expect(counted).toBeGreaterThan(5);
    }
    const answered = (by: Username) => records(`${DAY}&metric=calls_answered&user_id=${t.idOf(by)}`);
    expect([(await answered('dewi')).length, (await answered('budi')).length]).toEqual([1, 0]);
    expect(await records(`${DAY}&metric=service_level_ratio`)).toHaveLength(2);
    expect((await t.as('admin', 'GET', `/api/reports/calls/records?${DAY}&metric=talk_seconds`)).status).toBe(
      400,
    );
    const file = await t.as(
      'admin',
      'GET',
      `/api/reports/calls/file?${DAY}&group=record&metric=calls_abandoned`,
    );
    expect(String(file.body).trim().split('\n')).toHaveLength(2);
  });

  it('what somebody may not see is not counted', async () => {
    await call({ at: '09:00:00', until: '09:01:00', department: 1 });
    await call({ at: '09:00:00', ended: '09:00:40', menu: true });
    await sql`update user_levels set visibility = 'department' where id = (select user_level_id from users where id = ${t.idOf('supervisor')})`.execute(
      q(),
    );
    await sql`delete from user_departments where user_id = ${t.idOf('supervisor')} and department_id = ${t.departmentIds[1]}`.execute(
      q(),
    );
    expect((await report(`calls?${DAY}`, 'supervisor')).total).toMatchObject({
      calls_offered: 0,
      calls_in_menu: 1,
    });
    expect((await report(`calls?${DAY}`)).total).toMatchObject({ calls_offered: 1, calls_in_menu: 1 });
  });

  it('the target is set from today on, and that stands in the audit log', { tags: 'full' }, async () => {
    const list = async () => (await t.as('admin', 'GET', '/api/service_levels')).body as ServiceLevels;
    const { today, data } = await list();
    expect(data).toMatchObject([{ target_seconds: 20, short_abandon_seconds: 5 }]);
    const rule = { target_seconds: 30, short_abandon_seconds: 3 };
    const put = (valid_from: string, as: Username = 'admin') =>
      t.as(as, 'PUT', '/api/service_levels', { ...rule, valid_from });
    expect((await put('2026-01-01')).status).toBe(400);
    expect((await put(today, 'supervisor')).status).toBe(403);
    expect((await put(today)).status).toBe(200);
    expect((await put(today)).status).toBe(200);
    expect((await list()).data).toMatchObject([{ valid_from: today, ...rule }, { target_seconds: 20 }]);
    const audit = await q()
      .selectFrom('audit_log')
      .select('action')
      .where('action', '=', 'service_level.changed')
      .execute();
    expect(audit).toHaveLength(2);
  });
});
