import { sql } from 'kysely';
import type { Query } from '#platform/db';
import type { MergedTickets } from '../merged-tickets.ts';
import { isToCustomer } from './forwards.ts';
import type { Author } from './message-store.ts';
import '../tables.ts';

/** Stores replies of these tickets that have failed since the last call. Returns whether there were any. */
export async function recordFailedReplies(q: Query, { ids, since }: MergedTickets): Promise<boolean> {
  const { rows } = await sql`
    insert into lost_answers (message_id, ticket_id, created_at)
    select id, ticket_id, created_at from messages where ticket_id = any(${ids}::bigint[]) and created_at >= ${since}
      and state = 'failed' and kind = 'outbound' and author_type = 'user' and ${isToCustomer('mail')}
    on conflict (message_id) do update set answered_at = null where lost_answers.answered_at is not null
    returning message_id`.execute(q);
  return rows.length > 0;
}

/** Marks replies that were delivered after all. Returns the author of the last one. */
export async function markDelivered(
  q: Query,
  { ids }: MergedTickets,
  now: Date,
): Promise<Author | undefined> {
  const { rows } = await sql<Author>`
    update lost_answers l set answered_at = ${now} from messages m
    where l.ticket_id = any(${ids}::bigint[]) and l.answered_at is null and m.id = l.message_id
      and m.created_at = l.created_at and m.state in ('sent', 'delivered', 'read')
    returning m.author_type as type, m.author_id as id, m.author_name as name`.execute(q);
  return rows.at(-1);
}

export async function isFailedReply(q: Query, messageId: number): Promise<boolean> {
  const row = await q
    .selectFrom('lost_answers')
    .select('message_id')
    .where('message_id', '=', messageId)
    .where('answered_at', 'is', null)
    .executeTakeFirst();
  return row !== undefined;
}

/** Replies that were delivered, including answered calls: the first one, and since when the customer waits for the next. */
export async function findDeliveredReplies(q: Query, { ids, since }: MergedTickets, firstAt: string | null) {
  const { rows } = await sql<{ first: string | null; waiting_since: string | null; is_first_lost: boolean }>`
    with answered as (
      select case when l.message_id is null then m.created_at else l.answered_at end as at
      from messages m left join lost_answers l on l.message_id = m.id
      where m.ticket_id = any(${ids}::bigint[]) and m.created_at >= ${since}
        and ((m.kind = 'outbound' and m.author_type = 'user' and ${isToCustomer('m.mail')}) or m.event->>'type' = 'call_answered')
    ), span as (select min(at) as first, max(at) as last from answered)
    select span.first, (select min(m.created_at) from messages m where m.ticket_id = any(${ids}::bigint[])
      and m.created_at >= ${since} and m.created_at > coalesce(span.last, '-infinity') and m.kind = 'inbound'
      and m.author_type = 'customer' and not coalesce((m.mail->>'is_auto')::boolean, false)) as waiting_since,
      exists (select from lost_answers l where l.ticket_id = any(${ids}::bigint[]) and l.answered_at is null
        and l.created_at = ${firstAt}) as is_first_lost
    from span`.execute(q);
  return rows[0] ?? { first: null, waiting_since: null, is_first_lost: false };
}
