import type { Report, ReportRecord } from '@trunkline/contract';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { testApp, type TestApp } from '../../../../test/app.ts';
import { deskOf } from '../../../../test/desk.ts';
import type { Username } from '../../../../test/people.ts';
import { recordsBehind } from '../../../../test/report-records.ts';

let t: TestApp;
let desk: ReturnType<typeof deskOf>;
let rooms = 0;
beforeEach(async () => {
  t = await testApp();
  desk = deskOf(() => t);
  await t.as('admin', 'PATCH', '/api/configs/app', { time_zone: 'Asia/Jakarta' });
});
afterEach(() => t.close());

type Call = { by: Username; ended: string; rating?: [number, string]; comment?: string; department?: number };

/** A room call with its rating: times of November in Jakarta, `02 23:50`. */
async function call({ by, ended, rating, comment = '', department = 0 }: Call): Promise<void> {
  const at = (text: string) => `2026-11-${text.replace(' ', 'T')}:00+07:00`;
  const { id } = await desk.create({ department_id: t.departmentIds[department] }, 'admin');
  rooms += 1;
  await sql`
    insert into calls (media_id, kind, direction, state, user_id, ticket_id, room_name, started_at, answered_at, ended_at, end_reason,
      rating, rating_comment, rated_at)
    values (18, 'voice', 'inbound', 'ended', ${t.idOf(by)}, ${id}, ${`room-${rooms}`}, ${at(ended)}::timestamptz - interval '10 minutes',
      ${at(ended)}::timestamptz - interval '9 minutes', ${at(ended)}, 'hung_up', ${rating?.[0] ?? null}, ${comment},
      ${rating ? at(rating[1]) : null})`.execute(t.platform.db.q);
}

async function report(address: string): Promise<Report> {
  const { status, body } = await t.as('admin', 'GET', `/api/reports/satisfaction_metrics?${address}`);
  expect([status, body]).toMatchObject([200, {}]);
  return (body as { data: Report }).data;
}

it('scores are dated by the answer, the share by the call; four and five are content', async () => {
  await call({ by: 'dewi', ended: '02 10:00', rating: [5, '02 10:01'] });
  await call({ by: 'dewi', ended: '02 11:00', rating: [3, '02 11:01'], comment: '=1+1 Too slow' });
  await call({ by: 'budi', ended: '02 23:50', rating: [4, '03 00:10'] });
  await call({ by: 'budi', ended: '02 12:00' });
  const day = await report('from=2026-11-02&until=2026-11-02&group=agent');
  expect(day.total).toMatchObject({
    ratings_asked: 4,
    rating_answered_ratio: 0.75,
    ratings: 2,
    csat_ratio: 0.5,
    rating_mean: 4,
    ratings_of_3: 1,
    ratings_of_4: 0,
    ratings_of_5: 1,
  });
  expect(
    day.rows.map(({ name, figures }) => [
      name,
      figures['ratings_asked'],
      figures['ratings'],
      figures['csat_ratio'],
    ]),
  ).toEqual([
    ['Budi Santoso', 2, 0, null],
    ['Dewi Lestari', 2, 2, 0.5],
  ]);
  const range = 'from=2026-11-02&until=2026-11-03';
  for (const group of ['agent', 'hour', 'department'] as const)
    expect(await recordsBehind(t, 'satisfaction_metrics', { range, group })).toEqual({
      counted: 3,
      different: [],
    });
  const hours = await report(`${range}&group=hour`);
  expect(hours.rows.map(({ key, figures }) => [key, figures['ratings']])).toEqual([
    ['00', 1],
    ['10', 1],
    ['11', 1],
    ['12', 0],
    ['23', 0],
  ]);
  const both = await report('from=2026-11-02&until=2026-11-03&group=day');
  expect(both.total).toMatchObject({ ratings: 3, csat_ratio: 0.6667, rating_mean: 4 });
  expect(both.rows.map(({ key, figures }) => [key, figures['ratings_asked'], figures['ratings']])).toEqual([
    ['2026-11-02', 4, 2],
    ['2026-11-03', 0, 1],
  ]);
});

it('each rating is a record with its comment, which no spreadsheet reckons', { tags: 'full' }, async () => {
  await call({ by: 'dewi', ended: '02 11:00', rating: [3, '02 11:01'], comment: '=1+1' });
  await call({ by: 'budi', ended: '02 11:00', rating: [5, '02 11:02'], department: 1 });
  const range = 'from=2026-11-02&until=2026-11-02';
  const { body } = await t.as('admin', 'GET', `/api/reports/satisfaction_metrics/records?${range}`);
  expect(
    (body as { data: ReportRecord[] }).data.map(({ cells }) => [
      cells['agent'],
      cells['rating'],
      cells['comment'],
    ]),
  ).toEqual([
    ['Budi Santoso', 5, ''],
    ['Dewi Lestari', 3, '=1+1'],
  ]);
  const file = await t.as('admin', 'GET', `/api/reports/satisfaction_metrics/file?${range}&group=record`);
  expect(String(file.body)).toContain("'=1+1");
  expect((await report(`${range}&department_id=${t.departmentIds[1]}`)).total).toMatchObject({
    ratings: 1,
    rating_mean: 5,
  });
});
