import type { Escort, LiveCall, LiveCalls } from '@trunkline/contract';
import { sql } from 'kysely';
import type { Viewer } from '#platform/access';
import type { Query } from '#platform/db';
import { canSee } from '#modules/tickets';

type CallFigures = {
  ivr: number;
  queue: number;
  connected: number;
  inbound: number;
  outbound: number;
  longest: number;
  average: number;
};

/** The calls that are on now. Reads the report view that `telephony` owns. */
export async function readCalls(q: Query, now: Date): Promise<CallFigures> {
  const { rows } = await sql<CallFigures>`
    select count(*) filter (where state = 'ivr') as ivr,
      count(*) filter (where state = 'queue') as queue,
      count(*) filter (where state = 'connected') as connected,
      count(*) filter (where direction = 'inbound') as inbound,
      count(*) filter (where direction = 'outbound') as outbound,
      coalesce(max(extract(epoch from ${now}::timestamptz - started_at)), 0)::int as longest,
      coalesce(avg(extract(epoch from ${now}::timestamptz - started_at)), 0)::int as average
    from report_calls_on`.execute(q);
  const [row] = rows;
  if (!row) throw new Error('an aggregate gave no row');
  return row;
}

/** The calls that are on now, longest first, and who attends them. Reads report views that `telephony` owns. */
export async function readLiveCalls(q: Query, now: Date): Promise<LiveCalls> {
  const calls = await sql<LiveCall>`select * from report_live_calls order by started_at, call_id`.execute(q);
  const escorts = await sql<Escort>`select * from report_escorts_on order by began_at, id`.execute(q);
  return { at: now.toISOString(), calls: calls.rows, escorts: escorts.rows };
}

/** What of it this person may see: the same as of tickets. Pure. */
export function seenBy(viewer: Viewer, { at, calls, escorts }: LiveCalls): LiveCalls {
  const own = calls.filter(({ user_id, department_id }) =>
    canSee(viewer, { assignee_id: user_id, department_id: department_id ?? 0 }),
  );
  const ids = new Set(own.map(({ call_id: id }) => id));
  return { at, calls: own, escorts: escorts.filter(({ call_id: id }) => ids.has(id)) };
}
