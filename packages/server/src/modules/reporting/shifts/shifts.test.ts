/** @module-tag full */
import {
  Activity,
  type PlannedShift,
  type Report,
  type ShiftImport,
  type ShiftPlan,
} from '@trunkline/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { testApp, type TestApp } from '../../../../test/app.ts';
import type { Username } from '../../../../test/people.ts';

let t: TestApp;
const q = () => t.platform.db.q;
beforeAll(async () => {
  t = await testApp();
  await sql`select ensure_month_partitions('user_activity_log', '2026-10-01'::date, now()::date)`.execute(
    q(),
  );
});
afterAll(() => t.close());
beforeEach(async () => {
  await t.as('admin', 'PATCH', '/api/configs/app', { time_zone: 'Asia/Jakarta' });
  await sql`delete from shifts`.execute(q());
  await sql`delete from user_activity_log`.execute(q());
});

const PLAN = '/api/user-activity/plan';
const shift = (start: string, end: string, ...breaks: [string, string][]): PlannedShift => ({
  start,
  end,
  breaks: breaks.map(([from, to]) => ({ start: from, end: to })),
});
const DAY_SHIFT = shift('08:00', '17:00', ['12:00', '13:00']);
const NIGHT_SHIFT = shift('22:00', '06:00');

const plan = (of: Username, day: string, ...shifts: PlannedShift[]) =>
  t.as('admin', 'PUT', `${PLAN}/${t.idOf(of)}/${day}`, { shifts });
/** A user's days of that week that have shifts, as `2026-11-02 08:00-17:00`. */
async function planned(day: string, by: Username = 'admin'): Promise<Record<string, string[]>> {
  const { status, body } = await t.as(by, 'GET', `${PLAN}?day=${day}`);
  expect(status).toBe(200);
  const { people } = (body as { data: ShiftPlan }).data;
  return Object.fromEntries(
    people.map(({ fullname, days }) => [
      fullname,
      days.flatMap(({ day: on, shifts }) => shifts.map(({ start, end }) => `${on} ${start}-${end}`)),
    ]),
  );
}

/** Records activities of a user, in local time of that offset. */
async function recordActivity(
  by: Username,
  offset: string,
  steps: readonly [at: string, activity: number][],
): Promise<void> {
  for (const [at, activity] of steps)
    await sql`insert into user_activity_log (user_id, user_activity_id, started_at, cause)
      values (${t.idOf(by)}, ${activity}, ${`${at.replace(' ', 'T')}${offset}`}, 'chosen')`.execute(q());
}

async function report(more: string): Promise<Report> {
  const { status, body } = await t.as('admin', 'GET', `/api/reports/performance?${more}`);
  expect([status, body]).toMatchObject([200, {}]);
  return (body as { data: Report }).data;
}
const ratiosOf = ({
  adherence_ratio: adherence,
  conformance_ratio: conformance,
}: Partial<Report['total']>) => [adherence, conformance];

it('is compared with what people did: adherence and conformance, and neither without a plan', async () => {
  expect((await plan('dewi', '2026-11-02', DAY_SHIFT)).status).toBe(200);
  expect((await plan('sarah', '2026-11-02', NIGHT_SHIFT)).status).toBe(200);
  const { ready, onBreak, offline } = Activity;
  await recordActivity('dewi', '+07:00', [
    // Four minutes late are within the tolerance; ten after the break are not, nor three in between; an hour more is no
    // deviation.
    ['2026-11-02 08:04:00', ready],
    ['2026-11-02 12:00:00', onBreak],
    ['2026-11-02 13:10:00', ready],
    ['2026-11-02 16:00:00', offline],
    ['2026-11-02 16:03:00', ready],
    ['2026-11-02 18:00:00', offline],
  ]);
  await recordActivity('sarah', '+07:00', [
    ['2026-11-02 22:00:00', ready],
    ['2026-11-03 05:00:00', offline],
  ]);
  await recordActivity('budi', '+07:00', [
    ['2026-11-02 09:00:00', ready],
    ['2026-11-02 10:00:00', offline],
  ]);
  const days = 'from=2026-11-02&until=2026-11-03';
  const agents = await report(`${days}&group=agent`);
  const worked = 14_160 + 10_200 + 7020;
  expect(Object.fromEntries(agents.rows.map(({ name, figures }) => [name, ratiosOf(figures)]))).toEqual({
    'Dewi Lestari': [0.9815, Number((worked / 28_800).toFixed(4))],
    'سارة القحطاني': [0.875, 0.875],
    'Budi Santoso': [null, null],
  });
  const all = [Number((1 - 4200 / 61_200).toFixed(4)), Number(((worked + 25_200) / 57_600).toFixed(4))];
  expect(ratiosOf(agents.total)).toEqual(all);
  // A night shift belongs to the day on which it begins.
  const byDay = await report(`${days}&group=day`);
  expect(byDay.rows.map(({ key, figures }) => [key, ...ratiosOf(figures)])).toEqual([
    ['2026-11-02', ...all],
    ['2026-11-03', null, null],
  ]);
  expect(ratiosOf((await report('from=2026-11-03&until=2026-11-03&group=agent')).total)).toEqual([
    null,
    null,
  ]);
  // A tolerance that is valid from today does not change earlier days.
  const tolerance = { tolerance_seconds: 0 };
  expect((await t.as('admin', 'PUT', '/api/user-activity/plan-tolerance', tolerance)).status).toBe(200);
  expect(ratiosOf((await report(`${days}&group=agent`)).total)).toEqual(all);
});

it('counts working in a planned break, and hours that the clock adds', async () => {
  await t.as('admin', 'PATCH', '/api/configs/app', { time_zone: 'Europe/Berlin' });
  expect((await plan('dewi', '2026-10-24', NIGHT_SHIFT)).status).toBe(200);
  expect((await plan('budi', '2026-10-24', DAY_SHIFT)).status).toBe(200);
  // Nine hours, because clocks go back.
  await recordActivity('dewi', 'Z', [
    ['2026-10-24 20:00:00', Activity.ready],
    ['2026-10-25 04:00:00', Activity.offline],
  ]);
  await recordActivity('budi', '+02:00', [
    ['2026-10-24 08:00:00', Activity.ready],
    ['2026-10-24 17:00:00', Activity.offline],
  ]);
  const { rows } = await report('from=2026-10-24&until=2026-10-24&group=agent');
  expect(Object.fromEntries(rows.map(({ name, figures }) => [name, ratiosOf(figures)]))).toMatchObject({
    'Dewi Lestari': [0.8889, 0.8889],
    'Budi Santoso': [0.8889, 1.125],
  });
});

it('is set by the day, never twice at a time, seen and changed as far as one sees people', async () => {
  expect((await plan('dewi', '2026-11-02', NIGHT_SHIFT)).status).toBe(200);
  const early = await plan('dewi', '2026-11-03', shift('05:00', '09:00'));
  expect(early).toMatchObject({ status: 409, body: { details: { reason: 'shifts_overlap' } } });
  expect((await plan('dewi', '2026-11-03', shift('09:00', '13:00'), shift('14:00', '18:00'))).status).toBe(
    200,
  );
  expect((await plan('dewi', '2026-11-04', shift('09:00', '13:00', ['13:00', '14:00']))).status).toBe(400);
  expect((await planned('2026-11-08'))['Dewi Lestari']).toEqual([
    '2026-11-02 22:00-06:00',
    '2026-11-03 09:00-13:00',
    '2026-11-03 14:00-18:00',
  ]);
  expect((await plan('dewi', '2026-11-03')).status).toBe(200);
  expect((await planned('2026-11-02'))['Dewi Lestari']).toEqual(['2026-11-02 22:00-06:00']);
  expect((await t.as('dewi', 'PUT', `${PLAN}/${t.idOf('dewi')}/2026-11-05`, { shifts: [] })).status).toBe(
    403,
  );
  const place = [t.idOf('supervisor'), t.departmentIds[0]] as const;
  await sql`delete from user_departments where user_id = ${place[0]} and department_id = ${place[1]}`.execute(
    q(),
  );
  await sql`update user_levels set visibility = 'department', version = version + 1
    where id = (select user_level_id from users where id = ${place[0]})`.execute(q());
  expect(Object.keys(await planned('2026-11-02', 'supervisor'))).not.toContain('Dewi Lestari');
  const body = { shifts: [] };
  expect((await t.as('supervisor', 'PUT', `${PLAN}/${t.idOf('dewi')}/2026-11-02`, body)).status).toBe(404);
});

it('is copied by day and week, and keeps what is planned already unless it is replaced', async () => {
  await plan('dewi', '2026-11-02', DAY_SHIFT);
  await plan('dewi', '2026-11-03', NIGHT_SHIFT);
  await plan('sarah', '2026-11-02', NIGHT_SHIFT);
  await plan('dewi', '2026-11-09', shift('10:00', '14:00'));
  const copy = (more: object) =>
    t.as('admin', 'POST', `${PLAN}/copy`, {
      from: '2026-11-02',
      to: '2026-11-09',
      days: 7,
      user_id: null,
      department_id: null,
      replaces: false,
      ...more,
    });
  expect(await copy({})).toMatchObject({ status: 200, body: { data: { copied: 2, kept: 1 } } });
  expect(await planned('2026-11-09')).toMatchObject({
    'Dewi Lestari': ['2026-11-09 10:00-14:00', '2026-11-10 22:00-06:00'],
    'سارة القحطاني': ['2026-11-09 22:00-06:00'],
  });
  expect(await copy({ replaces: true })).toMatchObject({ body: { data: { copied: 3, kept: 0 } } });
  expect(await planned('2026-11-09')).toMatchObject({
    'Dewi Lestari': ['2026-11-09 08:00-17:00', '2026-11-10 22:00-06:00'],
  });
  const day = { to: '2026-11-05', days: 1, user_id: t.idOf('dewi') };
  expect(await copy(day)).toMatchObject({ body: { data: { copied: 1, kept: 0 } } });
  expect((await copy({ to: '2026-11-02' })).status).toBe(400);
  // Local time stays the same over a change of clocks.
  await t.as('admin', 'PATCH', '/api/configs/app', { time_zone: 'Europe/Berlin' });
  await plan('budi', '2026-10-20', DAY_SHIFT);
  await copy({ from: '2026-10-20', to: '2026-10-27', days: 1, user_id: t.idOf('budi') });
  expect((await planned('2026-10-27'))['Budi Santoso']).toEqual(['2026-10-27 08:00-17:00']);
});

it('comes from a file: looked at first, all of it or nothing', async () => {
  await plan('dewi', '2026-11-02', NIGHT_SHIFT);
  const load = async (lines: string[], dry = false): Promise<ShiftImport> => {
    const csv = ['username;day;start;end;breaks', ...lines].join('\r\n');
    const { status, body } = await t.as('admin', 'POST', `${PLAN}/import`, { csv, dry_run: dry });
    expect(status).toBe(200);
    return (body as { data: ShiftImport }).data;
  };
  const good = ['dewi;2026-11-02;8:00;17:00;12:00-13:00', 'BUDI;2026-11-02;22:00;06:00;'];
  const read = { shifts: 2, people: 2, replaced: 1, faults: [] };
  expect(await load(good, true)).toEqual({ ...read, is_imported: false });
  expect((await planned('2026-11-02'))['Dewi Lestari']).toEqual(['2026-11-02 22:00-06:00']);
  expect(await load(good)).toEqual({ ...read, is_imported: true });
  expect(await planned('2026-11-02')).toMatchObject({
    'Dewi Lestari': ['2026-11-02 08:00-17:00'],
    'Budi Santoso': ['2026-11-02 22:00-06:00'],
  });
  const bad = await load([
    'nobody;2026-11-02;08:00;17:00;',
    'dewi;2.11.2026;08:00;17:00;',
    'dewi;2026-11-04;8;17:00;',
    'dewi;2026-11-04;08:00;17:00;18:00-19:00',
    'dewi;2026-11-05;08:00;17:00;',
  ]);
  expect(bad).toMatchObject({
    is_imported: false,
    faults: [
      { line: 2, fault: 'person' },
      { line: 3, fault: 'day' },
      { line: 4, fault: 'time' },
      { line: 5, fault: 'breaks' },
    ],
  });
  const over = ['budi;2026-11-03;05:00;09:00;', 'dewi;2026-11-03;08:00;12:00;'];
  expect(await load(over)).toMatchObject({ is_imported: false, faults: [{ line: 2, fault: 'overlap' }] });
  expect((await planned('2026-11-02'))['Dewi Lestari']).toEqual(['2026-11-02 08:00-17:00']);
  const rows = await q()
    .selectFrom('audit_log')
    .select('action')
    .where('action', 'like', 'shifts.%')
    .orderBy('id', 'desc')
    .limit(2)
    .execute();
  expect(rows.map(({ action }) => action)).toEqual(['shifts.imported', 'shifts.changed']);
});
