import { type RawBuilder, sql } from 'kysely';

type Sql = RawBuilder<unknown>;

/** The figures that are stored for each day and department: the columns of `ticket_day_sums` and of `sums`. */
export const SUM_COLUMNS = [
  'created',
  'replies',
  'replies_met',
  'replies_missed',
  'solutions',
  'solved_on_day',
  'solved',
  'solved_met',
  'solved_missed',
  'solved_again_at',
  'solved_again',
  'solved_again_missed',
  'came_back',
  'came_back_again_at',
  'reopenings',
  'reopened',
  'reopened_again_at',
  'merged',
  'parts',
] as const;

/** The `department_id` of sums over all departments. */
export const ALL_DEPARTMENTS = 0;

const count = (where: Sql) => sql`count(*) filter (where ${where})::int`;
const list = (value: Sql, { where, order }: { where: Sql; order: Sql }) =>
  sql`coalesce(array_agg(${value} order by ${order}) filter (where ${where}), '{}')`;

const resolved = sql`c.kind = 'resolved'`;
const isLast = sql`c.kind = 'resolved' and c.next_at is null`;
const again = {
  where: sql`c.kind = 'resolved' and c.next_at is not null`,
  order: sql`c.next_at, c.seconds, c.ticket_id`,
};
const isFinallyBack = sql`c.is_back and c.next_back_at is null`;

const BY = [sql`hour`, sql`media_id`, sql`category_id`, sql`priority_id`];
const SETS = sql.join(BY.flatMap((part) => [sql`(piece, ${part})`, sql`(piece, department_id, ${part})`]));
const IN_ALL_AND_EACH = sql`grouping sets ((piece), (piece, department_id))`;
/** Prevents the planner from reading all tickets for a single day. */
const PIECE_BY_PIECE = sql`offset 0`;
const DEPARTMENT = sql`coalesce(department_id, ${ALL_DEPARTMENTS})`;

/**
 * CTEs that end in `sums`: for each piece of time in `loose` (`starts_at`, `ends_at`), in total and by department, the columns of
 * `ticket_day_sums`. Stored sums and those computed on demand both come from here, so they cannot differ. Figures that count
 * tickets instead of events cannot simply be added up over days, because a ticket that is solved on two days counts once. So the
 * last solving of each ticket is counted, and for an earlier one it is stored when the next followed: it counts if the range ends
 * before that. The same goes for reopenings, and for solvings after which the ticket was reopened.
 */
export function daySumCtes({ timeZone, seen }: { timeZone: string; seen: Sql }): Sql {
  return sql`
    opened as (
      select l.starts_at as piece, o.* from loose l cross join lateral (
        select t.department_id, t.media_id, t.category_id, t.priority_id, s.state,
          extract(hour from t.created_at at time zone ${timeZone})::int as hour,
          case when t.created_by is null and t.merged_into is null and not (q.ticket_id is not null and q.begins_at is null)
              and not exists (select from ticket_backlog_changes b
                where b.ticket_id = t.id and b.kind = 'resolved' and b.at < t.first_response_at)
            then floor(extract(epoch from t.first_response_at - coalesce(q.begins_at, t.created_at)))::int end as seconds
        from tickets t left join sla_quiet q on q.ticket_id = t.id
          left join sla_clocks s on s.ticket_id = t.id and s.kind = 'first_response'
        where t.created_at >= l.starts_at and t.created_at < l.ends_at and ${seen} ${PIECE_BY_PIECE}
      ) o
    ),
    opened_sums as (
      select piece, ${DEPARTMENT} as department_id, count(*)::int as created,
        ${list(sql`seconds`, { where: sql`seconds is not null`, order: sql`seconds` })} as replies,
        ${count(sql`state = 'met'`)} as replies_met, ${count(sql`state = 'breached'`)} as replies_missed
      from opened group by ${IN_ALL_AND_EACH}
    ),
    opened_parts as (
      select piece, department_id, jsonb_object_agg(what, counts) as parts from (
        select piece, department_id, what, jsonb_object_agg(coalesce(id::text, ''), created) as counts from (
          select piece, ${DEPARTMENT} as department_id, coalesce(hour, media_id, category_id, priority_id) as id,
            case 0 when grouping(hour) then 'hour' when grouping(media_id) then 'media'
              when grouping(category_id) then 'category' else 'priority' end as what,
            count(*) as created
          from opened group by grouping sets (${SETS})
        ) p group by piece, department_id, what
      ) p group by piece, department_id
    ),
    changed as (
      select l.starts_at as piece, c.* from loose l cross join lateral (
        select b.ticket_id, b.kind, t.department_id, n.at as next_at,
          coalesce(b.at <= r.at, false) as is_back, case when n.at <= r.at then n.at end as next_back_at,
          floor(extract(epoch from b.at - t.created_at))::int as seconds,
          case when s.ticket_id is not null then coalesce(s.breached_at <= b.at, false) end as is_missed
        from ticket_backlog_changes b join tickets t on t.id = b.ticket_id
          left join lateral (
            select x.at from ticket_backlog_changes x
            where x.ticket_id = b.ticket_id and x.kind = b.kind and (x.at, x.id) > (b.at, b.id)
            order by x.at, x.id limit 1) n on b.kind in ('resolved', 'reopened')
          left join lateral (
            select max(x.at) as at from ticket_backlog_changes x where x.ticket_id = b.ticket_id and x.kind = 'reopened'
          ) r on b.kind = 'resolved'
          left join sla_clocks s on s.ticket_id = t.id and s.kind = 'resolution' and b.kind = 'resolved'
        where b.at >= l.starts_at and b.at < l.ends_at and ${seen} ${PIECE_BY_PIECE}
      ) c
    ),
    changed_sums as (
      select piece, ${DEPARTMENT} as department_id, ${count(resolved)} as solutions,
        (count(distinct c.ticket_id) filter (where ${resolved}))::int as solved_on_day,
        ${list(sql`c.seconds`, { where: isLast, order: sql`c.seconds` })} as solved,
        ${count(sql`${isLast} and not c.is_missed`)} as solved_met, ${count(sql`${isLast} and c.is_missed`)} as solved_missed,
        ${list(sql`c.next_at`, again)} as solved_again_at, ${list(sql`c.seconds`, again)} as solved_again,
        ${list(sql`coalesce(c.is_missed::int, -1)`, again)} as solved_again_missed,
        ${count(isFinallyBack)} as came_back,
        ${list(sql`c.next_back_at`, { where: sql`c.next_back_at is not null`, order: sql`c.next_back_at` })} as came_back_again_at,
        ${count(sql`c.kind = 'reopened'`)} as reopenings, ${count(sql`c.kind = 'reopened' and c.next_at is null`)} as reopened,
        ${list(sql`c.next_at`, { where: sql`c.kind = 'reopened' and c.next_at is not null`, order: sql`c.next_at` })} as reopened_again_at,
        coalesce(sum(case c.kind when 'merged' then 1 when 'unmerged' then -1 end), 0)::int as merged
      from changed c group by ${IN_ALL_AND_EACH}
    ),
    sums as (
      select piece, department_id, coalesce(o.created, 0) as created, coalesce(o.replies, '{}') as replies,
        coalesce(o.replies_met, 0) as replies_met, coalesce(o.replies_missed, 0) as replies_missed,
        coalesce(c.solutions, 0) as solutions, coalesce(c.solved_on_day, 0) as solved_on_day, coalesce(c.solved, '{}') as solved,
        coalesce(c.solved_met, 0) as solved_met, coalesce(c.solved_missed, 0) as solved_missed,
        coalesce(c.solved_again_at, '{}') as solved_again_at, coalesce(c.solved_again, '{}') as solved_again,
        coalesce(c.solved_again_missed, '{}') as solved_again_missed, coalesce(c.came_back, 0) as came_back,
        coalesce(c.came_back_again_at, '{}') as came_back_again_at, coalesce(c.reopenings, 0) as reopenings,
        coalesce(c.reopened, 0) as reopened, coalesce(c.reopened_again_at, '{}') as reopened_again_at,
        coalesce(c.merged, 0) as merged, coalesce(p.parts, '{}') as parts
      from opened_sums o full join changed_sums c using (piece, department_id)
        left join opened_parts p using (piece, department_id)
    )`;
}
