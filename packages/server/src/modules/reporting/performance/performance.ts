import type { Figures, ReportRecord, REPORTS } from '@trunkline/contract';
import { sql } from 'kysely';
import type { Query } from '#platform/db';
import { roomCalls } from '../reports/calls/room-source.ts';
import { telephoneCalls } from '../reports/calls/telephone-source.ts';
import { figuresReader, type FiguresRow } from '../reports/figures-reader.ts';
import { GROUPS, ofRow, type GroupColumns } from '../reports/groups.ts';
import type { ReportScope } from '../reports/report-reader.ts';
import { departmentAt, isTicketAsked } from '../reports/ticket-asked.ts';
import { callsPart, chatsPart, repliesPart, ticketsPart, timePart, type PartRow } from './parts.ts';
import { planPart } from './plan.ts';

type Definition = (typeof REPORTS)['performance'];
type Metric = Definition['metrics'][number];

const NONE: Figures<Metric> = {
  conversations_handled: 0,
  answered_from_queue: 0,
  transfers_out: 0,
  transfers_in: 0,
  first_reply_mean_seconds: null,
  first_reply_median_seconds: null,
  first_reply_p90_seconds: null,
  handle_mean_seconds: null,
  wrap_up_seconds: 0,
  signed_in_seconds: 0,
  occupied_seconds: 0,
  occupancy_ratio: null,
  utilisation_ratio: null,
  concurrency: null,
  adherence_ratio: null,
  conformance_ratio: null,
  solutions: 0,
  tickets_solved: 0,
  reopenings: 0,
  reopen_ratio: null,
  first_resolution_mean_seconds: null,
  full_resolution_mean_seconds: null,
  open_time_mean_seconds: null,
};

/** Time belongs to a user, not to a department or tag. */
const OF_NO_DEPARTMENT = { signed_in_seconds: null, occupied_seconds: null } as const;

const telephone = callsPart(telephoneCalls);
const rooms = callsPart(roomCalls);

/** Each part is a query with the same groups; handled conversations are added up over calls and chats. */
async function figuresBy(q: Query, scope: ReportScope, columns: GroupColumns): Promise<FiguresRow<Metric>[]> {
  const isOfTickets = columns === GROUPS.department || columns === GROUPS.tag;
  const handled = [];
  for (const part of [telephone, rooms, chatsPart]) handled.push(await part(q, scope, columns));
  const others = [];
  for (const part of [repliesPart, ticketsPart, ...(isOfTickets || scope.where ? [] : [timePart, planPart])])
    others.push(await part(q, scope, columns));
  const groups = new Map<string, PartRow[]>();
  for (const row of [...handled, ...others].flat())
    groups.set(row.key, [...(groups.get(row.key) ?? []), row]);
  return [...groups.values()]
    .map((rows) => rowOf(rows, isOfTickets ? { ...NONE, ...OF_NO_DEPARTMENT } : NONE))
    .toSorted((a, b) => (a.name ?? a.key).localeCompare(b.name ?? b.key));
}

function rowOf(rows: readonly PartRow[], none: Figures<Metric>): FiguresRow<Metric> {
  const [{ key, name, is_left }] = rows as [PartRow];
  const sum = (what: string) => rows.reduce((all, row) => all + Number(row[what] ?? 0), 0);
  const handled = sum('handled');
  const given = Object.assign({}, ...rows) as Partial<Figures<Metric>>;
  const own = Object.keys(none).map((metric) => [metric, given[metric as Metric] ?? none[metric as Metric]]);
  return {
    ...(Object.fromEntries(own) as Figures<Metric>),
    key,
    name,
    is_left,
    conversations_handled: handled,
    answered_from_queue: sum('answered'),
    transfers_out: sum('passes'),
    transfers_in: sum('arrivals'),
    wrap_up_seconds: sum('wrap_up'),
    handle_mean_seconds: handled === 0 ? null : Math.round(sum('seconds') / handled),
  };
}

/** A query of the part that each agent had in a conversation, by when that part ended. */
const legsWith = (scope: ReportScope) => {
  const { range, userId } = scope;
  const ended = sql`l.ended_at`;
  const { from, until, timeZone } = range;
  return sql`
    legs as (
      select 3 * l.call_id as id, c.ticket_id, c.media_id, l.user_id, l.began_at, l.ended_at, l.is_passed_on as is_transferred
      from phone_legs l join calls c on c.id = l.call_id where l.ended_at >= ${from} and l.ended_at < ${until}
      union all
      select 3 * l.call_id + 1, c.ticket_id, c.media_id, l.user_id, l.began_at, l.ended_at, null
      from report_call_legs l join calls c on c.id = l.call_id
      where c.room_name is not null and l.ended_at >= ${from} and l.ended_at < ${until}
      union all
      select 3 * l.id + 2, c.ticket_id, c.media_id, l.user_id, l.began_at, l.ended_at,
        exists (select from conversation_legs n where n.conversation_id = l.conversation_id and n.id > l.id and n.user_id <> l.user_id)
      from conversation_legs l join conversations c on c.id = l.conversation_id
      where l.ended_at >= ${from} and l.ended_at < ${until}
    ),
    found as (
      select l.*, t.number, ${departmentAt(scope, ended)} as department_id, (l.ended_at at time zone ${timeZone})::date as day
      from legs l join tickets t on t.id = l.ticket_id
      where ${isTicketAsked(scope, ended)}
        and (${userId ?? null}::bigint is null or l.user_id = ${userId ?? null})
    )`;
};

export const performance = figuresReader<Metric, Definition['groups'][number]>({
  figuresBy,
  none: NONE,

  async records(q, scope, { limit, after }) {
    const { rows } = await sql<{ id: number; ended: string } & ReportRecord['cells']>`
      with ${legsWith(scope)}
      select f.id, f.ended_at::timestamptz(3) as ended, f.began_at::timestamptz(3) as began_at, f.ticket_id, f.number as ticket,
        f.media_id as media, coalesce(u.fullname, '') as agent, coalesce(d.name, '') as department,
        floor(extract(epoch from f.ended_at - f.began_at))::int as seconds, f.is_transferred
      from found f left join users u on u.id = f.user_id left join departments d on d.id = f.department_id
      where ${ofRow(scope)} and (${after?.at ?? null}::timestamptz is null
        or (f.ended_at, f.id) < (${after?.at ?? null}::timestamptz, ${after?.id ?? null}::bigint))
      order by f.ended_at desc, f.id desc limit ${limit}`.execute(q);
    return rows.map(({ id, ended, ...cells }) => ({
      id: `${id}-${Date.parse(ended)}`,
      cells: { ...cells, ended_at: ended },
      place: { at: ended, id },
    }));
  },
});
