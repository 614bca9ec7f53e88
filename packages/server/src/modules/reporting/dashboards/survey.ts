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
import { readCursor, writeCursor } from '#platform/paging';
import type { Platform } from '#platform/platform';
import type { Settings } from '#modules/settings';
import { readOneState, readRange, readSamePart, type Range } from '../range.ts';
import { seenTickets, type TicketScope } from './ticket-scope.ts';

const PAGE = 50;

export type SurveyDashboards = {
  /** Every figure, all as they are at one moment. */
  read: (viewer: Viewer, query: QueryOf<typeof getSurveyDashboard>) => Promise<SurveyDashboard>;
  opinions: (
    viewer: Viewer,
    query: QueryOf<typeof listCallOpinions>,
  ) => Promise<{ data: CallOpinion[]; next: string | null }>;
};

type Deps = Pick<Platform, 'db' | 'clock'> & { settings: Pick<Settings, 'config'> };

export function createSurveyDashboards({ db, clock, settings }: Deps): SurveyDashboards {
  return {
    async read(viewer, { department_id: departmentId, before_from, before_until, ...days }) {
      const scope = { viewer, departmentId, now: clock.now() };
      const { time_zone: timeZone } = await settings.config();
      return db.transaction(async ({ q }) => {
        await readOneState(q);
        const range = await readRange(q, days, timeZone);
        const before =
          before_from === undefined || before_until === undefined
            ? null
            : await readSamePart(q, { from: before_from, until: before_until }, { range, now: scope.now });
        const counted = await readCounted(q, scope, range);
        const ofKind = (what: Counted['what']) => counted.filter((row) => row.what === what);
        return {
          time_zone: timeZone,
          at: scope.now.toISOString(),
          starts_at: range.from.toISOString(),
          ends_at: range.until.toISOString(),
          total: totalOf(counted),
          before: before && totalOf(await readCounted(q, scope, before)),
          before_ends_at: before && before.until.toISOString(),
          days: ofKind('day')
            .map((row) => ({ day: row.day ?? '', figures: figuresOf(row) }))
            .toSorted((a, b) => a.day.localeCompare(b.day)),
          agents: ofKind('agent').map(rowOf),
          departments: ofKind('department').map(rowOf),
        };
      });
    },

    async opinions(viewer, { from, until, department_id: departmentId, after, ...asked }) {
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
          and ${seenTickets({ viewer, departmentId, now: clock.now() })}
          and (${userId}::bigint is null or c.user_id = ${userId}) and (${rating}::int is null or c.rating = ${rating})
          and (${commented !== '1'} or c.rating_comment <> '')
          and (${place?.key ?? null}::timestamptz is null
            or (c.rated_at, c.id) < (${place?.key ?? null}::timestamptz, ${place?.id ?? null}::bigint))
        order by c.rated_at desc, c.id desc limit ${PAGE + 1}`.execute(db.q);
      const data = rows.slice(0, PAGE);
      const last = data.at(-1);
      const isMore = rows.length > PAGE && last !== undefined;
      return { data, next: isMore ? writeCursor({ key: last.rated_at, id: last.call_id }) : null };
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

/**
 * Calls in rooms whose customer could say how they were, by their end, and ratings by the moment at which they were given: in all, by
 * day, by whoever had the call at its end, and by the department of its ticket.
 */
async function readCounted(
  q: Query,
  scope: TicketScope,
  { from, until, timeZone }: Range,
): Promise<Counted[]> {
  const ratedWith = (rating: number) =>
    sql`count(*) filter (where f.is_rating and f.rating = ${rating})::int`;
  const { rows } = await sql<Counted>`
    with found as (
      select f.is_rating, f.rating, f.user_id, f.department_id, (f.at at time zone ${timeZone})::date as day from (
        select false as is_rating, c.rating, c.user_id, t.department_id, c.ended_at as at
        from calls c join tickets t on t.id = c.ticket_id
        where c.ended_at >= ${from} and c.ended_at < ${until} and c.answered_at is not null and c.room_name is not null
          and (c.direction = 'inbound' or exists (select from call_people p where p.call_id = c.id and p.role = 'customer'))
          and ${seenTickets(scope)}
        union all
        select true, c.rating, c.user_id, t.department_id, c.rated_at
        from calls c join tickets t on t.id = c.ticket_id
        where c.rated_at >= ${from} and c.rated_at < ${until} and ${seenTickets(scope)}
      ) f
    ),
    counted as (
      select case when grouping(f.day) = 0 then 'day' when grouping(f.user_id) = 0 then 'agent'
          when grouping(f.department_id) = 0 then 'department' else 'total' end as what,
        f.day, f.user_id, f.department_id, count(*) filter (where not f.is_rating)::int as asked,
        count(*) filter (where not f.is_rating and f.rating is not null)::int as answered,
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

/** Nothing of nothing is no share. */
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
