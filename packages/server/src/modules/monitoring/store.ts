import { sql } from 'kysely';
import type { Query } from '#platform/db';

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
