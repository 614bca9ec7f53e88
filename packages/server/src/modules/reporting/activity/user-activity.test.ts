import {
  Activity,
  type ActivityDays,
  type ActivityId,
  type Report,
  type ReportRecord,
} from '@trunkline/contract';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { testApp, type TestApp } from '../../../../test/app.ts';
import type { Username } from '../../../../test/people.ts';
import { recordsBehind } from '../../../../test/report-records.ts';

const { offline, onBreak, ready, inCall, afterCallWork, idleAfterCall } = Activity;
type Row = [moment: string, activity: ActivityId, cause?: string, breakReasonId?: number];

describe('what people did', () => {
  let t: TestApp;
  let lunch: number;
  beforeEach(async () => {
    t = await testApp();
    await sql`select ensure_month_partitions('user_activity_log', '2026-03-01'::date, now()::date)`.execute(
      t.platform.db.q,
    );
    await zone('Asia/Jakarta');
    const { id } = await t.platform.db.q
      .insertInto('break_reasons')
      .values({ name: 'Long lunch', position: 9, is_paid: false, limit_minutes: 15, department_id: null })
      .returning('id')
      .executeTakeFirstOrThrow();
    lunch = id;
  });
  afterEach(() => t.close());

  const zone = (time_zone: string) => t.as('admin', 'PATCH', '/api/configs/app', { time_zone });
  const idOf = (name: Username) => t.idOf(name);

  /** Times are UTC and in the past, so that nothing is going on. */
  async function record(name: Username, rows: readonly Row[]): Promise<void> {
    await t.platform.db.q
      .insertInto('user_activity_log')
      .values(
        rows.map(([moment, user_activity_id, cause = 'chosen', break_reason_id = null]) => ({
          user_id: idOf(name),
          user_activity_id,
          break_reason_id,
          started_at: moment,
          cause,
        })),
      )
      .execute();
  }

  async function dayOf(day: string, as: Username = 'admin'): Promise<ActivityDays> {
    const { status, body } = await t.as(as, 'GET', `/api/user-activity?day=${day}`);
    expect(status).toBe(200);
    return (body as { data: ActivityDays }).data;
  }
  const of = ({ people }: ActivityDays, name: Username) => people.find((one) => one.user_id === idOf(name));

  async function report(address: string, as: Username = 'admin'): Promise<Report> {
    const { status, body } = await t.as(as, 'GET', `/api/reports/${address}`);
    expect([status, body]).toMatchObject([200, {}]);
    return (body as { data: Report }).data;
  }

  const file = async (url: string) =>
    t.app.http.app.inject({ url, headers: { authorization: `Bearer ${await t.signIn('admin')}` } });

  it('ends with the last sign of life where the line was lost, and goes on the day after (F11)', async () => {
    await record('dewi', [
      ['2026-10-05T01:00:00Z', ready],
      ['2026-10-05T03:00:00Z', onBreak, 'chosen', lunch],
      ['2026-10-05T03:19:50Z', offline, 'gone'],
      ['2026-10-06T01:00:00Z', ready],
      ['2026-10-06T02:00:00Z', offline, 'signed-out'],
    ]);
    const first = of(await dayOf('2026-10-05'), 'dewi');
    expect(first).toMatchObject({
      signed_in_seconds: 2 * 3600 + 19 * 60 + 50,
      seconds: { [ready]: 7200, [onBreak]: 1190 },
      stretches: [
        { from: '2026-10-05T01:00:00.000Z', is_closed_by_system: false },
        { until: '2026-10-05T03:19:50.000Z', is_closed_by_system: true, over_seconds: 290 },
      ],
    });
    expect(of(await dayOf('2026-10-06'), 'dewi')).toMatchObject({
      signed_in_seconds: 3600,
      seconds: { [ready]: 3600 },
    });
    const both = await report('user_activity?from=2026-10-05&until=2026-10-06&group=day');
    expect(both.total).toMatchObject({
      signed_in_seconds: 8390 + 3600,
      closed_by_system: 1,
      paid_seconds: 7200 + 3600,
    });
    expect(both.rows.map(({ key, figures }) => [key, figures['signed_in_seconds']])).toEqual([
      ['2026-10-05', 8390],
      ['2026-10-06', 3600],
    ]);
  });

  it(
    'closes the time of whoever is gone with their last sign of life, however late that is noticed',
    { tags: 'full' },
    async () => {
      await t.as('dewi', 'PUT', '/api/user/activity', { user_activity_id: ready });
      const seen = t.clock.now();
      seen.setMilliseconds(0);
      await t.platform.db.q
        .updateTable('agent_states')
        .set({ last_seen_at: seen, activity_since: new Date(seen.getTime() - 60_000) })
        .where('user_id', '=', idOf('dewi'))
        .execute();
      t.clock.advance(25 * 60_000);
      await t.app.modules.agents.noticeGone();
      const last = await t.platform.db.q
        .selectFrom('user_activity_log')
        .select(['user_activity_id', 'started_at', 'cause'])
        .where('user_id', '=', idOf('dewi'))
        .orderBy('id', 'desc')
        .executeTakeFirst();
      expect(last).toEqual({ user_activity_id: offline, started_at: seen.toISOString(), cause: 'gone' });
    },
  );

  it('is cut at midnight of the workspace, also on days of 23 and 25 hours (F5, F6)', async () => {
    await zone('Europe/Berlin');
    await record('dewi', [
      ['2026-10-24T20:00:00Z', ready],
      ['2026-10-25T23:30:00Z', offline],
      ['2026-03-28T20:00:00Z', ready],
      ['2026-03-29T22:30:00Z', offline],
    ]);
    const hours = async (day: string) => (of(await dayOf(day), 'dewi')?.signed_in_seconds ?? 0) / 3600;
    expect(await hours('2026-10-24')).toBe(2);
    expect(await hours('2026-10-25')).toBe(25);
    expect(await hours('2026-10-26')).toBe(0.5);
    expect(await hours('2026-03-28')).toBe(3);
    expect(await hours('2026-03-29')).toBe(23);
    const { rows, total } = await report('user_activity?from=2026-10-24&until=2026-10-26&group=day');
    expect(rows.map(({ key, figures }) => [key, figures['ready_seconds']])).toEqual([
      ['2026-10-24', 7200],
      ['2026-10-25', 90_000],
      ['2026-10-26', 1800],
    ]);
    expect(total['ready_seconds']).toBe(99_000);
  });

  it('adds up to the second, whatever the history looks like', async () => {
    let seed = 20_261_126;
    const random = (below: number) => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
      return seed % below;
    };
    const kinds = [offline, ready, onBreak, inCall, afterCallWork, idleAfterCall];
    const start = Date.parse('2026-09-01T00:00:00Z');
    const span = 6 * 86_400_000;
    const people: Username[] = ['dewi', 'budi'];
    let signedIn = 0;
    for (const name of people) {
      const moments = Array.from({ length: 120 }, () => start + random(span)).toSorted((a, b) => a - b);
      const rows = moments.map((at): Row => {
        const activity = kinds[random(kinds.length)] ?? ready;
        return [
          new Date(at).toISOString(),
          activity,
          random(3) === 0 ? 'call missed' : 'chosen',
          activity === onBreak ? lunch : undefined,
        ];
      });
      rows.push([new Date(start + span).toISOString(), offline]);
      await record(name, rows);
      for (const [index, [at, activity]] of rows.entries()) {
        const next = rows[index + 1];
        if (next && activity !== offline)
          signedIn += Math.floor(Date.parse(next[0]) / 1000) - Math.floor(Date.parse(at) / 1000);
      }
    }
    const { total, rows } = await report('user_activity?from=2026-08-31&until=2026-09-08&group=day');
    const parts = [
      'ready_seconds',
      'messages_only_seconds',
      'ringing_seconds',
      'in_call_seconds',
      'in_room_call_seconds',
      'after_call_seconds',
      'missed_call_seconds',
      'on_break_seconds',
    ] as const;
    const sum = (figures: Report['total']) => parts.reduce((all, part) => all + (figures[part] ?? 0), 0);
    expect(total['signed_in_seconds']).toBe(signedIn);
    expect(sum(total)).toBe(signedIn);
    expect(rows.reduce((all, { figures }) => all + (figures['signed_in_seconds'] ?? 0), 0)).toBe(signedIn);
    for (const { figures } of rows) expect(sum(figures)).toBe(figures['signed_in_seconds']);
    let days = 0;
    for (let day = 0; day < 9; day += 1) {
      const { people: each } = await dayOf(
        new Date(start + (day - 1) * 86_400_000).toISOString().slice(0, 10),
      );
      days += each.reduce((all, { signed_in_seconds: seconds }) => all + seconds, 0);
    }
    expect(days).toBe(signedIn);
  });

  it.each<[string, readonly Row[], number]>([
    [
      'is on, and goes on after a call of the next day',
      [
        ['2026-10-05T16:50:00Z', onBreak, 'chosen'],
        ['2026-10-05T17:10:00Z', inCall, 'call'],
        ['2026-10-05T17:20:00Z', onBreak, 'came back'],
        ['2026-10-05T17:30:00Z', offline, 'signed-out'],
      ],
      30 * 60,
    ],
    [
      'has stopped for a call, after which it goes on the next day',
      [
        ['2026-10-05T16:50:00Z', onBreak, 'chosen'],
        ['2026-10-05T16:58:00Z', inCall, 'call'],
        ['2026-10-05T17:05:00Z', onBreak, 'came back'],
        ['2026-10-05T17:12:00Z', ready],
        ['2026-10-05T18:00:00Z', onBreak, 'chosen'],
        ['2026-10-05T18:30:00Z', offline, 'signed-out'],
      ],
      15 * 60,
    ],
    [
      'has ended, and another begins the next day',
      [
        ['2026-10-05T16:50:00Z', onBreak, 'chosen'],
        ['2026-10-05T16:59:00Z', ready],
        ['2026-10-05T17:05:00Z', onBreak, 'chosen'],
        ['2026-10-05T17:30:00Z', offline, 'signed-out'],
      ],
      9 * 60,
    ],
  ])('counts a break whole that at the end of the day %s', async (_what, rows, seconds) => {
    await record('dewi', rows);
    await record('budi', [
      ['2026-10-05T01:00:00Z', ready],
      ['2026-10-05T23:00:00Z', offline, 'signed-out'],
    ]);
    const { total } = await report('break_history?from=2026-10-05&until=2026-10-05&group=agent');
    expect(total).toMatchObject({ breaks: 1, break_seconds: seconds, longest_break_seconds: seconds });
  });

  it(
    'counts a break once that was gone back to, marks what is over its limit, and dates it by its beginning',
    { tags: 'full' },
    async () => {
      await record('dewi', [
        ['2026-10-05T16:40:00Z', onBreak, 'chosen', lunch],
        ['2026-10-05T16:50:00Z', offline, 'gone'],
        ['2026-10-05T16:55:00Z', onBreak, 'came back', lunch],
        // After midnight in Jakarta.
        ['2026-10-05T17:05:00Z', ready],
        ['2026-10-05T17:20:00Z', onBreak, 'chosen', lunch],
        ['2026-10-05T17:30:00Z', ready],
        ['2026-10-05T18:00:00Z', offline],
      ]);
      const days = await report('break_history?from=2026-10-05&until=2026-10-06&group=day');
      expect(
        days.rows.map(
          ({ key, figures: { breaks, break_seconds, breaks_over_limit, over_limit_seconds } }) => [
            key,
            breaks,
            break_seconds,
            breaks_over_limit,
            over_limit_seconds,
          ],
        ),
      ).toEqual([
        ['2026-10-05', 1, 1200, 1, 300],
        ['2026-10-06', 1, 600, 0, 0],
      ]);
      expect(days.total).toMatchObject({
        breaks: 2,
        mean_break_seconds: 900,
        longest_break_seconds: 1200,
        paid_break_seconds: 0,
      });
      const range = 'from=2026-10-05&until=2026-10-06';
      expect(await recordsBehind(t, 'break_history', { range, group: 'hour' })).toEqual({
        counted: 2,
        different: [],
      });
      for (const group of ['agent', 'day'] as const) {
        const { counted, different } = await recordsBehind(t, 'user_activity', { range, group });
        expect(different).toEqual([]);
        expect(counted).toBeGreaterThan(3);
      }
      const reasons = await report('break_history?from=2026-10-05&until=2026-10-05&group=break_reason');
      expect(reasons.rows).toMatchObject([
        { key: String(lunch), name: 'Long lunch', figures: { breaks: 1 } },
      ]);
      const { body } = await t.as(
        'admin',
        'GET',
        '/api/reports/break_history/records?from=2026-10-05&until=2026-10-06',
      );
      const { data } = body as { data: ReportRecord[] };
      expect(data.map(({ cells }) => [cells['began_at'], cells['ended_at'], cells['seconds']])).toEqual([
        ['2026-10-05T17:20:00.000Z', '2026-10-05T17:30:00.000Z', 600],
        ['2026-10-05T16:40:00.000Z', '2026-10-05T17:05:00.000Z', 1200],
      ]);
    },
  );

  it(
    'has means of records and not of rows, and nothing where there is nothing (F8)',
    { tags: 'full' },
    async () => {
      const breaks = (from: string, minutes: number): Row[] => [
        [from, onBreak, 'chosen', lunch],
        [new Date(Date.parse(from) + minutes * 60_000).toISOString(), offline],
      ];
      await record(
        'dewi',
        ['01', '02', '03'].flatMap((hour) => breaks(`2026-10-05T${hour}:00:00Z`, 1)),
      );
      await record('budi', breaks('2026-10-05T05:00:00Z', 21));
      const { rows, total } = await report('break_history?from=2026-10-05&until=2026-10-05&group=agent');
      expect(new Set(rows.map(({ figures }) => figures['mean_break_seconds']))).toEqual(new Set([60, 1260]));
      expect(total['mean_break_seconds']).toBe(360);
      const empty = await report(
        'break_history?from=2020-01-01&until=2020-01-31&before_from=2019-12-01&before_until=2019-12-31',
      );
      expect(empty).toMatchObject({
        rows: [],
        total: { breaks: 0, mean_break_seconds: null },
        before: { breaks: 0 },
      });
    },
  );

  it(
    'is corrected with a reason; what was recorded counts again when that is taken back (F11)',
    { tags: 'full' },
    async () => {
      await record('dewi', [
        ['2026-10-05T01:00:00Z', ready],
        ['2026-10-05T03:00:00Z', offline, 'gone'],
        ['2026-10-05T04:00:00Z', ready],
        ['2026-10-05T05:00:00Z', offline],
      ]);
      const correct = (more: object = {}) =>
        t.as('supervisor', 'POST', '/api/user-activity/corrections', {
          user_id: idOf('dewi'),
          from: '2026-10-05T02:30:00Z',
          until: '2026-10-05T03:30:00Z',
          user_activity_id: onBreak,
          break_reason_id: lunch,
          reason: 'Power cut, was at lunch',
          ...more,
        });
      const made = await correct();
      expect(made.status).toBe(200);
      const { id } = (made.body as { data: { id: number } }).data;
      const corrected = of(await dayOf('2026-10-05'), 'dewi');
      expect(corrected).toMatchObject({
        signed_in_seconds: 9000 + 3600,
        seconds: { [ready]: 5400 + 3600, [onBreak]: 3600 },
      });
      expect(corrected?.stretches.find(({ correction_id: by }) => by === id)).toMatchObject({
        from: '2026-10-05T02:30:00.000Z',
        until: '2026-10-05T03:30:00.000Z',
        over_seconds: 2700,
      });
      // Of two corrections the later one applies.
      expect(
        (await correct({ from: '2026-10-05T03:00:00Z', user_activity_id: ready, break_reason_id: null }))
          .status,
      ).toBe(200);
      expect(of(await dayOf('2026-10-05'), 'dewi')?.seconds).toEqual({
        [ready]: 5400 + 1800 + 3600,
        [onBreak]: 1800,
      });
      const { total } = await report('user_activity?from=2026-10-05&until=2026-10-05');
      expect(total).toMatchObject({ signed_in_seconds: 12_600, corrected_seconds: 3600 });
      // The record of a correction says what changed and when, for comparing with older files and mails.
      const address =
        '/api/reports/user_activity/records?from=2026-10-05&until=2026-10-05&metric=corrected_seconds';
      const { data } = (await t.as('admin', 'GET', address)).body as { data: ReportRecord[] };
      expect(
        data.map(({ cells }) => [cells['seconds'], cells['is_corrected'], typeof cells['corrected_at']]),
      ).toEqual([
        [1800, true, 'string'],
        [1800, true, 'string'],
      ]);
      expect((await t.as('supervisor', 'DELETE', `/api/user-activity/corrections/${id}`)).status).toBe(200);
      expect((await t.as('supervisor', 'DELETE', `/api/user-activity/corrections/${id}`)).status).toBe(404);
      expect(of(await dayOf('2026-10-05'), 'dewi')?.seconds).toEqual({ [ready]: 7200 + 1800 + 3600 });
      const { rows } = await sql<{ action: string }>`
      select action from audit_log where action like 'user_activity.%' order by id`.execute(t.platform.db.q);
      expect(rows.map(({ action }) => action)).toEqual([
        'user_activity.corrected',
        'user_activity.corrected',
        'user_activity.correction_withdrawn',
      ]);
    },
  );

  it.each([
    ['ends before it begins', { from: '2026-10-05T03:00:00Z', until: '2026-10-05T02:00:00Z' }],
    ['is longer than a day', { from: '2026-10-01T00:00:00Z', until: '2026-10-05T02:00:00Z' }],
    ['lies ahead', { from: '2099-10-05T01:00:00Z', until: '2099-10-05T02:00:00Z' }],
    ['is a break without a reason', { user_activity_id: onBreak }],
    ['has no reason', { reason: ' ' }],
  ])('is not corrected where that %s', { tags: 'full' }, async (_, wrong) => {
    const { status } = await t.as('supervisor', 'POST', '/api/user-activity/corrections', {
      user_id: idOf('dewi'),
      from: '2026-10-05T02:00:00Z',
      until: '2026-10-05T03:00:00Z',
      user_activity_id: ready,
      break_reason_id: null,
      reason: 'x',
      ...wrong,
    });
    expect(status).toBe(400);
  });

  it('is shown as far as one sees, with whoever has left (F10)', { tags: 'full' }, async () => {
    await record('dewi', [
      ['2026-10-05T01:00:00Z', ready],
      ['2026-10-05T02:00:00Z', offline],
    ]);
    await record('budi', [
      ['2026-10-05T01:00:00Z', ready],
      ['2026-10-05T01:30:00Z', offline],
    ]);
    await sql`update users set is_active = false where id = ${idOf('budi')}`.execute(t.platform.db.q);
    const { rows, total } = await report('user_activity?from=2026-10-05&until=2026-10-05&group=agent');
    expect(total['signed_in_seconds']).toBe(5400);
    expect(rows.find(({ key }) => key === String(idOf('budi')))).toMatchObject({
      is_left: true,
      figures: { signed_in_seconds: 1800 },
    });
    const { rows: levels } = await sql<{ id: number }>`
      update user_levels set visibility = 'own' where id = (select user_level_id from users where id = ${idOf('supervisor')})
      returning id`.execute(t.platform.db.q);
    expect(levels).toHaveLength(1);
    expect((await report('user_activity?from=2026-10-05&until=2026-10-05', 'supervisor')).rows).toEqual([]);
    expect((await t.as('dewi', 'GET', '/api/user-activity?day=2026-10-05')).status).toBe(403);
    expect(
      (await t.as('dewi', 'GET', '/api/reports/break_history?from=2026-10-05&until=2026-10-05')).status,
    ).toBe(403);
  });

  it('refuses a range that is none or too long with a sentence', { tags: 'full' }, async () => {
    for (const range of [
      'from=2026-10-05&until=2026-10-04',
      'from=2000-01-01&until=2026-10-04',
      'from=x&until=2026-10-04',
    ])
      expect(await t.as('admin', 'GET', `/api/reports/break_history?${range}`)).toMatchObject({
        status: 400,
      });
  });

  it(
    'is taken as a file with every record once, which no spreadsheet calculates, and the audit says so',
    { tags: 'full' },
    async () => {
      await sql`update users set fullname = '=Dewi' where id = ${idOf('dewi')}`.execute(t.platform.db.q);
      const rows = Array.from({ length: 60 }, (_, index): Row => [
        new Date(Date.parse('2026-10-05T01:00:00Z') + index * 60_000).toISOString(),
        index % 2 === 0 ? onBreak : ready,
        'chosen',
        index % 2 === 0 ? lunch : undefined,
      ]);
      await record('dewi', [...rows, ['2026-10-05T02:00:00Z', offline]]);
      const answer = await file(
        '/api/reports/break_history/file?from=2026-10-05&until=2026-10-05&group=record',
      );
      const lines = answer.body.trim().split('\r\n');
      expect(answer.headers['content-disposition']).toMatch(
        /break_history_2026-10-05_2026-10-05_\d{8}T\d{6}Z\.csv/,
      );
      expect(lines).toHaveLength(31);
      expect(new Set(lines).size).toBe(31);
      expect(lines[1]).toMatch(
        /^'=Dewi,Long lunch,2026-10-05T01:58:00\.000Z,2026-10-05T01:59:00\.000Z,60,900,0,false,false$/,
      );
      const byAgent = await file(
        '/api/reports/break_history/file?from=2026-10-05&until=2026-10-05&group=agent',
      );
      expect(byAgent.body.split('\r\n')[1]).toBe(`${idOf('dewi')},'=Dewi,30,1800,60,60,0,0,0`);
      const { rows: audited } = await sql<{ subject: string }>`
      select subject from audit_log where action = 'report.exported'`.execute(t.platform.db.q);
      expect(audited).toHaveLength(2);
    },
  );

  it(
    'is checked at night: what the system closed is found once, a state that nothing recorded too',
    { tags: 'full' },
    async () => {
      t.clock.advance(Math.max(0, Date.parse('2026-12-01T00:00:00Z') - t.clock.now().getTime()));
      const { platform, app } = t;
      const now = t.clock.now();
      const jakarta = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Jakarta', dateStyle: 'short' });
      const yesterday = new Date(now.getTime() - 86_400_000);
      const noon = `${jakarta.format(yesterday)}T05:00:00.000Z`;
      await sql`select ensure_month_partitions('user_activity_log', '2026-11-01'::date, ${t.clock.now()}::date)`.execute(
        platform.db.q,
      );
      await record('dewi', [
        [`${jakarta.format(yesterday)}T04:00:00Z`, ready],
        [noon, offline, 'gone'],
      ]);
      await app.modules.reporting.userActivity.checkYesterday();
      await app.modules.reporting.userActivity.checkYesterday();
      const { body } = await t.as('admin', 'GET', '/api/user-activity/findings');
      expect(body).toMatchObject({
        data: [{ day: jakarta.format(yesterday), user_id: idOf('dewi'), kind: 'closed_by_system', at: noon }],
        checked_at: expect.any(String) as string,
      });
    },
  );
});
