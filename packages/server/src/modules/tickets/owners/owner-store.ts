import { sql } from 'kysely';
import type { Query } from '#platform/db';
import '../tables.ts';

const OPEN = sql`t.status not in ('solved', 'closed') and t.merged_into is null`;

/** Returns unsolved tickets of this user. */
export async function listOpenIds(q: Query, userId: number, limit: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`select t.id from tickets t
    where t.assignee_id = ${userId} and ${OPEN} order by t.id limit ${limit}`.execute(q);
  return rows.map(({ id }) => id);
}

export async function countOwnedTickets(
  q: Query,
  userId: number,
): Promise<{ open_tickets: number; views: number }> {
  const { rows } = await sql<{ open_tickets: number; views: number }>`select
    (select count(*) from tickets t where t.assignee_id = ${userId} and ${OPEN}) as open_tickets,
    (select count(*) from ticket_views where user_id = ${userId} and is_shared and removed_at is null) as views`.execute(
    q,
  );
  return rows[0] ?? { open_tickets: 0, views: 0 };
}

/** Whether the user could see the department before, no longer can, and got the ticket before that. */
export async function hasLostAccess(
  q: Query,
  { userId, departmentId, ticketId }: { userId: number; departmentId: number; ticketId: number },
): Promise<boolean> {
  const { rows } = await sql`
    select from user_lost_departments l where l.user_id = ${userId} and l.department_id = ${departmentId}
      and l.after_message_id >= coalesce((select max(m.id) from messages m where m.ticket_id = ${ticketId} and m.kind = 'event'
        and m.event ->> 'type' = 'changed'
        and m.event -> 'changes' @> ${JSON.stringify([{ field: 'assignee_id', to: userId }])}::jsonb), 0)`.execute(
    q,
  );
  return rows.length > 0;
}
