import type { CallOpinion, SurveyDashboard } from '@trunkline/contract';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { testApp, type TestApp } from '../../../../test/app.ts';
import { deskOf } from '../../../../test/desk.ts';
import type { Username } from '../../../../test/people.ts';

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
    values (18, 'voice', 'inbound', 'ended', ${t.idOf(by)}, ${id}, ${`survey-${rooms}`}, ${at(ended)}::timestamptz - interval '10 minutes',
      ${at(ended)}::timestamptz - interval '9 minutes', ${at(ended)}, 'hung_up', ${rating?.[0] ?? null}, ${comment},
      ${rating ? at(rating[1]) : null})`.execute(t.platform.db.q);
}

async function read(query: string, as: Username = 'admin'): Promise<SurveyDashboard> {
  const { status, body } = await t.as(as, 'GET', `/api/dashboards/survey?${query}`);
  expect([status, body]).toMatchObject([200, {}]);
  return (body as { data: SurveyDashboard }).data;
}

it('ratings are dated by their answer, the share by the call; 4 and 5 are content; a mean is one of ratings', async () => {
  await call({ by: 'dewi', ended: '02 10:00', rating: [5, '02 10:01'], comment: 'Quick' });
  await call({ by: 'dewi', ended: '02 11:00', rating: [3, '02 11:01'] });
  await call({ by: 'budi', ended: '02 23:50', rating: [4, '03 00:10'], comment: 'Kind' });
  await call({ by: 'sarah', ended: '02 12:00', department: 1 });
  const day = await read('from=2026-11-02&until=2026-11-02');
  expect(day.total).toEqual({
    asked: 4,
    rated_ratio: 0.75,
    ratings: 2,
    csat_ratio: 0.5,
    mean: 4,
    of: [0, 0, 1, 0, 1],
  });
  expect(
    day.agents.map(({ name, figures }) => [name, figures.asked, figures.ratings, figures.csat_ratio]),
  ).toEqual(
    expect.arrayContaining([
      ['Budi Santoso', 1, 0, null],
      ['Dewi Lestari', 2, 2, 0.5],
      ['سارة القحطاني', 1, 0, null],
    ]),
  );
  expect(day.departments.map(({ name, figures }) => [name, figures.asked])).toEqual([
    ['Billing', 1],
    ['Care', 3],
  ]);
  const both = await read('from=2026-11-02&until=2026-11-03&before_from=2026-10-31&before_until=2026-11-01');
  expect(both.total).toMatchObject({ ratings: 3, csat_ratio: 2 / 3, mean: 4 });
  expect(both.days.map(({ day: name, figures }) => [name, figures.ratings])).toEqual([
    ['2026-11-02', 2],
    ['2026-11-03', 1],
  ]);
  expect(both.before).toMatchObject({ asked: 0, ratings: 0, csat_ratio: null, mean: null });
  expect(
    (await read(`from=2026-11-02&until=2026-11-02&department_id=${t.departmentIds[1]}`)).total,
  ).toMatchObject({
    asked: 1,
    rated_ratio: 0,
  });
});

it(
  'what was written leads to its ticket, narrowed by who had the call and by how it was',
  { tags: 'full' },
  async () => {
    await call({ by: 'dewi', ended: '02 10:00', rating: [5, '02 10:01'], comment: 'Quick' });
    await call({ by: 'dewi', ended: '02 11:00', rating: [2, '02 11:01'] });
    await call({ by: 'budi', ended: '02 12:00', rating: [2, '02 12:01'], comment: 'Slow' });
    const opinions = async (more: string): Promise<CallOpinion[]> => {
      const { body } = await t.as(
        'admin',
        'GET',
        `/api/dashboards/survey/ratings?from=2026-11-02&until=2026-11-02${more}`,
      );
      return (body as { data: CallOpinion[] }).data;
    };
    expect((await opinions('')).map(({ rating, comment }) => [rating, comment])).toEqual([
      [2, 'Slow'],
      [2, ''],
      [5, 'Quick'],
    ]);
    expect((await opinions('&commented=1')).map(({ agent }) => agent)).toEqual([
      'Budi Santoso',
      'Dewi Lestari',
    ]);
    expect(await opinions(`&rating=2&user_id=${t.idOf('dewi')}`)).toMatchObject([{ rating: 2, comment: '' }]);
    expect(
      (await t.as('dewi', 'GET', '/api/dashboards/survey?from=2026-11-02&until=2026-11-02')).status,
    ).toBe(403);
  },
);
