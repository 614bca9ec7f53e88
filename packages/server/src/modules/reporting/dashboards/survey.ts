import type {
  CallOpinion,
  getSurveyDashboard,
  listCallOpinions,
  QueryOf,
  SurveyDashboard,
  SurveyFigures,
  SurveyRow,
} from '@trunkline/contract';
import { sql } from 'kysely';
import type { Viewer } from '#platform/access';
import type { Query } from '#platform/db';
import { pageOf, readCursor } from '#platform/paging';
import { currentDepartment } from '../departments.ts';
import { readRange } from '../range.ts';
import { isAskedSql, isRatedSql, ratingCtes, type RatingScope } from '../reports/satisfaction.ts';
import { readDashboard, type FrameDeps } from './frame.ts';
import { visibleTicketsSql } from './ticket-scope.ts';

const PAGE = 50;

export type SurveyDashboards = {
  /** All figures, of one database snapshot. */
  read: (viewer: Viewer, query: QueryOf<typeof getSurveyDashboard>) => Promise<SurveyDashboard>;
  opinions: (
    viewer: Viewer,
    query: QueryOf<typeof listCallOpinions>,
  ) => Promise<{ data: CallOpinion[]; next: string | null }>;
};

export function createSurveyDashboards(deps: FrameDeps): SurveyDashboards {
  const { db, clock, settings } = deps;
  return {
    read: (viewer, { department_id: id, ...days }) =>
      readDashboard(deps, days, async (q, { range, before, now }) => {
        const departmentId = await currentDepartment(q, id);
        const asked = { departmentId, userId: undefined, accountId: undefined, where: undefined };
        // By the current departments of tickets, as its records and the ticket dashboard.
        const scope = { ...asked, viewer, departments: 'now' as const, now };
        const counted = await readCounted(q, { ...scope, range });
        const ofKind = (what: Counted['what']) => counted.filter((row) => row.what === what);
        return {
          total: totalOf(counted),
          before: before && totalOf(await readCounted(q, { ...scope, range: before })),
          days: ofKind('day')
            .map((row) => ({ day: row.day ?? '', figures: figuresOf(row) }))
            .toSorted((a, b) => a.day.localeCompare(b.day)),
          agents: ofKind('agent').map(rowOf),
          departments: ofKind('department').map(rowOf),
        };
      }),

    async opinions(viewer, { from, until, department_id: id, after, ...asked }) {
      const departmentId = await currentDepartment(db.q, id);
      const { time_zone: timeZone } = await settings.config();
      const range = await readRange(db.q, { from, until }, timeZone);
      const place = readCursor(after);
      const { user_id: userId = null, rating = null, commented } = asked;
      const { rows } = await sql<CallOpinion>`
        select c.id as call_id, t.id as ticket_id, t.number, u.fullname as agent, d.name as department, c.rating,
          c.rating_comment as comment, c.rated_at
        from calls c join tickets t on t.id = c.ticket_id join departments d on d.id = t.department_id
          left join users u on u.id = c.user_id
        where c.rated_at >= ${range.from} and c.rated_at < ${range.until}
          and ${visibleTicketsSql({ viewer, departmentId, now: clock.now() })}
          and (${userId}::bigint is null or c.user_id = ${userId}) and (${rating}::int is null or c.rating = ${rating})
          and (${commented !== '1'} or c.rating_comment <> '')
          and (${place?.key ?? null}::timestamptz is null
            or (c.rated_at, c.id) < (${place?.key ?? null}::timestamptz, ${place?.id ?? null}::bigint))
        order by c.rated_at desc, c.id desc limit ${PAGE + 1}`.execute(db.q);
      return pageOf(rows, PAGE, ({ rated_at: key, call_id: id }) => ({ key, id }));
    },
  };
}

type Counted = {
  what: 'total' | 'day' | 'agent' | 'department';
  day: string | null;
  id: number | null;
  name: string | null;
  is_left: boolean;
  asked: number;
  answered: number;
  of: [number, number, number, number, number];
};

/** Calls and ratings as in the satisfaction report: in total, by day, by agent and by department. */
async function readCounted(q: Query, scope: RatingScope): Promise<Counted[]> {
  const ratedWith = (rating: number) =>
    sql`count(*) filter (where ${isRatedSql} and f.rating = ${rating})::int`;
  const { rows } = await sql<Counted>`
    with ${ratingCtes(scope)},
    counted as (
      select case when grouping(f.day) = 0 then 'day' when grouping(f.user_id) = 0 then 'agent'
          when grouping(f.department_id) = 0 then 'department' else 'total' end as what,
        f.day, f.user_id, f.department_id, count(*) filter (where ${isAskedSql})::int as asked,
        count(*) filter (where ${isAskedSql} and f.rating is not null)::int as answered,
        array[${sql.join([1, 2, 3, 4, 5].map(ratedWith))}] as "of"
      from found f group by grouping sets ((), (f.day), (f.user_id), (f.department_id))
    )
    select c.what, to_char(c.day, 'YYYY-MM-DD') as day, coalesce(c.user_id, c.department_id) as id,
      coalesce(u.fullname, d.name) as name, coalesce(not u.is_active, false) as is_left, c.asked, c.answered, c."of"
    from counted c left join users u on u.id = c.user_id left join departments d on d.id = c.department_id
    order by name nulls last, id`.execute(q);
  return rows;
}

const totalOf = (rows: readonly Counted[]): SurveyFigures =>
  figuresOf(rows.find(({ what }) => what === 'total') ?? { asked: 0, answered: 0, of: [0, 0, 0, 0, 0] });

const rowOf = ({ id, name, is_left, ...counted }: Counted): SurveyRow => ({
  id,
  name,
  is_left,
  figures: figuresOf(counted),
});

/** Without any calls or ratings a share is null. */
function figuresOf({ asked, answered, of }: Pick<Counted, 'asked' | 'answered' | 'of'>): SurveyFigures {
  const ratings = of.reduce((sum, each) => sum + each, 0);
  const points = of.reduce((sum, each, index) => sum + each * (index + 1), 0);
  return {
    asked,
    rated_ratio: asked === 0 ? null : answered / asked,
    ratings,
    csat_ratio: ratings === 0 ? null : (of[3] + of[4]) / ratings,
    mean: ratings === 0 ? null : points / ratings,
    of: [...of],
  };
}
