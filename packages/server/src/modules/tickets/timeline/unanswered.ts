import type { Ticket } from '@trunkline/contract';
import { sql } from 'kysely';
import type { Query } from '#platform/db';
import { mergedTicketsOf, type MergedTickets } from '../merged-tickets.ts';
import { isToCustomer } from './forwards.ts';
import '../tables.ts';

const isOptOut = sql<boolean>`(m.kind = 'inbound' and coalesce(m.extra->>'wish', '') = 'stop')`;
/** Whether a message of the customer asks for a reply: no automatic e-mail, and no keyword for opting out. */
const asksReply = sql<boolean>`(m.kind = 'inbound' and m.author_type <> 'system' and not ${isOptOut}
  and not coalesce((m.mail->>'is_auto')::boolean, false))`;

/**
 * Since when any customer of these tickets waits. Each customer waits by their own: a reply answers what was written in its
 * conversation, and what the same customers wrote elsewhere. A reply that failed answers nothing; who has
 * opted out of a conversation waits in it no more. `from`: older messages are settled.
 */
export async function findWaitingSince(
  q: Query,
  { ids, since }: MergedTickets,
  from: string = since,
): Promise<string | null> {
  const { rows } = await sql<{ waiting_since: string | null }>`
    with said as (
      select m.id, m.conversation_id, m.created_at, m.kind, ${isOptOut} as is_opt_out, ${asksReply} and m.created_at >= ${from} as asks,
        l.answered_at, coalesce(c.merged_into, m.author_id) as customer_id
      from messages m
      left join customers c on c.id = m.author_id and m.author_type = 'customer'
      left join lost_answers l on l.message_id = m.id
      where m.ticket_id = any(${ids}::bigint[]) and m.created_at >= ${since} and m.kind in ('inbound', 'outbound')
        and m.author_type <> 'system' and ${isToCustomer('m.mail')}
        and (l.message_id is null or l.answered_at is not null)
    ), replied as (
      select conversation_id, max(id) filter (where kind = 'outbound' and answered_at is null) as id,
        max(answered_at) as at, max(id) filter (where is_opt_out) as opted_out
      from said where kind = 'outbound' or is_opt_out group by 1
    ), replied_to as (
      select s.customer_id, max(r.id) as id, max(r.at) as at
      from said s join replied r using (conversation_id) where s.kind = 'inbound' group by 1
    )
    select min(s.created_at) as waiting_since from said s
    left join replied r on r.conversation_id = s.conversation_id
    left join replied_to p on p.customer_id = s.customer_id
    where s.asks and s.id > coalesce(greatest(r.id, r.opted_out, p.id), 0)
      and s.created_at > coalesce(greatest(r.at, p.at), '-infinity')`.execute(q);
  return rows[0]?.waiting_since ?? null;
}

/** Whether the last that customers wrote is that they want no more messages. */
export async function hasOptedOut(q: Query, { ids, since }: MergedTickets): Promise<boolean> {
  const { rows } = await sql<{ is_out: boolean }>`select ${isOptOut} as is_out from messages m
    where m.ticket_id = any(${ids}::bigint[]) and m.created_at >= ${since} and m.kind = 'inbound'
    order by m.id desc limit 1`.execute(q);
  return rows[0]?.is_out ?? false;
}

/** Since when another customer waits on a ticket that has just been answered; null where nobody does. */
export async function findOthersWaiting(
  q: Query,
  { id, waiting_since: from }: Pick<Ticket, 'id' | 'waiting_since'>,
): Promise<Date | null> {
  if (from === null) return null;
  const mergedTickets = await mergedTicketsOf(q, id);
  if (mergedTickets.ids.length === 1) return null;
  const since = await findWaitingSince(q, mergedTickets, from);
  return since === null ? null : new Date(since);
}
