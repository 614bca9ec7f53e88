/** @module-tag full */
import { Activity, type Person, type Report } from '@trunkline/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { testApp, type TestApp } from '../../../test/app.ts';

let t: TestApp;
beforeAll(async () => {
  t = await testApp();
  await t.as('admin', 'PATCH', '/api/configs/app', { time_zone: 'Asia/Jakarta' });
  await sql`select ensure_month_partitions('user_activity_log', '2026-10-01'::date, now()::date)`.execute(
    q(),
  );
});
afterAll(() => t.close());

const q = () => t.platform.db.q;
const at = (text: string) => new Date(`2026-10-05T${text}:00+07:00`);
const department = (index: number) => t.departmentIds[index] ?? 0;

async function periods(): Promise<unknown[]> {
  const { rows } = await sql<{ department_id: number; is_first: boolean; is_over: boolean }>`
    select department_id, since = '-infinity' as is_first, until is not null as is_over from user_department_periods
    where user_id = ${t.idOf('dewi')} order by since, id`.execute(q());
  return rows.map((row) => [row.department_id, row.is_first, row.is_over]);
}

async function move(department_ids: number[]): Promise<void> {
  const path = `/api/users/${t.idOf('dewi')}`;
  const { body } = await t.as('admin', 'GET', '/api/users');
  const { version } = (body as { data: Person[] }).data.find(({ id }) => id === t.idOf('dewi')) ?? {};
  expect((await t.as('admin', 'PATCH', path, { version, department_ids })).status).toBe(200);
}

async function total(report: string, asked: string): Promise<Report['total']> {
  const path = `/api/reports/${report}?from=2026-10-05&until=2026-10-05&user_id=${t.idOf('dewi')}&${asked}`;
  const { status, body } = await t.as('admin', 'GET', path);
  expect([status, body]).toMatchObject([200, {}]);
  return (body as { data: Report }).data.total;
}

it('a person’s time counts for the department they were in then, or for the one they are in now', async () => {
  await move([department(0)]);
  expect(await periods()).toEqual([[department(0), true, false]]);
  await move([department(1), department(0)]);
  await move([department(1)]);
  expect(await periods()).toEqual([
    [department(0), true, true],
    [department(1), false, false],
  ]);
  await sql`update user_department_periods set since = case when since = '-infinity' then since else ${at('12:00')} end,
    until = case when until is null then until else ${at('12:00')} end where user_id = ${t.idOf('dewi')}`.execute(
    q(),
  );
  const did = [
    [Activity.ready, '08:00'],
    [Activity.onBreak, '11:50'],
    [Activity.ready, '12:20'],
    [Activity.offline, '16:00'],
  ] as const;
  for (const [activity, from] of did)
    await sql`insert into user_activity_log (user_id, user_activity_id, cause, started_at)
      values (${t.idOf('dewi')}, ${activity}, 'chosen', ${at(from)})`.execute(q());
  const both = async (report: string, more = '') => ({
    before: await total(report, `department_id=${department(0)}${more}`),
    after: await total(report, `department_id=${department(1)}${more}`),
    all: await total(report, ''),
  });

  const then = await both('user_activity');
  expect(then.before).toMatchObject({ signed_in_seconds: 4 * 3600, on_break_seconds: 600 });
  expect(then.after).toMatchObject({ signed_in_seconds: 4 * 3600, on_break_seconds: 1200 });
  expect(then.all).toMatchObject({ signed_in_seconds: 8 * 3600, on_break_seconds: 1800 });
  const now = await both('user_activity', '&departments=now');
  expect([now.before, now.after]).toEqual([{ ...now.before, signed_in_seconds: 0 }, now.all]);

  // A break counts for the department where it began, even if its user changes departments during it.
  const breaks = await both('break_history');
  expect(breaks.before).toMatchObject({ breaks: 1, break_seconds: 1800 });
  expect(breaks.after).toMatchObject({ breaks: 0, break_seconds: 0 });

  const performance = await both('performance');
  expect(performance.before).toMatchObject({ signed_in_seconds: 4 * 3600 });
  expect(performance.after).toMatchObject({ signed_in_seconds: 4 * 3600 });
});

it('who leaves and joins within one change has stayed', async () => {
  const ids = [department(0), department(1)];
  await move(ids);
  const before = await periods();
  await move(ids.toReversed());
  expect(await periods()).toEqual(before);
});
