import {
  CHANNEL_TRAITS,
  type Escort,
  type LiveCall,
  type MediaId,
  type WaitingMessages,
} from '@trunkline/contract';
import { sql } from 'kysely';
import type { Query } from '#platform/db';
import type { Deadlines, FailingChannel } from './board.ts';
import type { CallWait } from './service-level.ts';

export type AgentLoad = { user_id: number; media_id: MediaId; total: number };
export type UnansweredCount = { user_id: number; total: number; since: string };

/** The channels whose conversations wait in the queue; on others tickets wait. */
const CHATS = Object.entries(CHANNEL_TRAITS)
  .filter(([, { isQueued, isVoice }]) => isQueued && !isVoice)
  .map(([mediaId]) => Number(mediaId));

/** The current calls, oldest first, and the supervisors on them. Reads report views that `calls` and `telephony` own. */
export async function readCalls(q: Query): Promise<{ calls: LiveCall[]; escorts: Escort[] }> {
  const calls = await sql<LiveCall>`select * from report_live_calls order by started_at, call_id`.execute(q);
  const escorts = await sql<Escort>`select * from report_escorts_on order by began_at, id`.execute(q);
  return { calls: calls.rows, escorts: escorts.rows };
}

export async function listAgentLoads(q: Query): Promise<AgentLoad[]> {
  const { rows } = await sql<AgentLoad>`
    select user_id, media_id, total from report_agent_loads order by user_id, media_id`.execute(q);
  return rows;
}

export async function listUnanswered(q: Query): Promise<UnansweredCount[]> {
  const { rows } = await sql<UnansweredCount>`select user_id, total, since from report_unanswered`.execute(q);
  return rows;
}

/** By channel and department; a conversation and its ticket count once. */
export async function listWaiting(q: Query): Promise<WaitingMessages[]> {
  const { rows } = await sql<WaitingMessages>`
    select media_id, department_id, count(*)::int as total, min(waiting_since) as oldest_at from (
      select media_id, department_id, waiting_since from report_conversations_waiting where media_id = any(${CHATS}::int[])
      union all
      select media_id, department_id, waiting_since from report_tickets_waiting t
      where not exists (select from report_conversations_waiting c
        where c.ticket_id = t.ticket_id and c.media_id = any(${CHATS}::int[]))
    ) waiting group by media_id, department_id order by media_id, department_id`.execute(q);
  return rows;
}

/** The next SLA targets of tickets between two moments, counted by the minute. */
export async function listDeadlines(q: Query, from: Date, until: Date): Promise<Deadlines[]> {
  const { rows } = await sql<Deadlines>`
    select media_id, department_id, date_bin('1 minute', due_at, ${from}::timestamptz)::timestamptz(3) as due_at, count(*)::int as total
    from report_deadlines where due_at > ${from} and due_at <= ${until} group by 1, 2, 3`.execute(q);
  return rows;
}

export async function listFailing(q: Query): Promise<FailingChannel[]> {
  const { rows } =
    await sql<FailingChannel>`select media_id, department_id from report_failing_channels`.execute(q);
  return rows;
}

/** In seconds, by break reason. */
export async function readBreakLimits(q: Query): Promise<Map<number, number>> {
  const { rows } = await sql<{ break_reason_id: number; limit_seconds: number }>`
    select break_reason_id, limit_seconds from report_break_limits`.execute(q);
  return new Map(rows.map(({ break_reason_id: id, limit_seconds: seconds }) => [id, seconds]));
}

/** The beginning of the half hour and of the day of this moment, in that time zone. */
export async function readPeriodStarts(
  q: Query,
  now: Date,
  timeZone: string,
): Promise<{ halfHour: Date; today: Date }> {
  const { rows } = await sql<{ half_hour: string; today: string }>`
    select (date_bin('30 minutes', local, date_trunc('day', local)) at time zone ${timeZone})::timestamptz(3) as half_hour,
      (date_trunc('day', local) at time zone ${timeZone})::timestamptz(3) as today
    from (select ${now}::timestamptz at time zone ${timeZone} as local) clock`.execute(q);
  const [row] = rows;
  if (!row) throw new Error('a clock gave no row');
  return { halfHour: new Date(row.half_hour), today: new Date(row.today) };
}

/** Every call that entered a queue since then, optionally up to another moment, and how its wait ended. */
export async function listCallWaits(q: Query, since: Date, until: Date | null = null): Promise<CallWait[]> {
  const { rows } = await sql<CallWait>`
    select media_id, department_id, user_id, entered_at, answered_at, ended_at, is_left_by_wish
    from report_call_waits where started_at >= ${since}::timestamptz - interval '1 hour' and entered_at >= ${since}
      and (${until}::timestamptz is null or started_at <= ${until} and entered_at <= ${until})`.execute(q);
  return rows;
}
