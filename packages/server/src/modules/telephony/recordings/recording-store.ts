import type { Query } from '#platform/db';
import '../tables.ts';

export type RecordedCall = NonNullable<Awaited<ReturnType<typeof findRecordedCall>>>;

/** A call that has ended and has a ticket, with the names of its customer and agent. */
export const findRecordedCall = (q: Query, id: number) =>
  q
    .selectFrom('calls as c')
    .innerJoin('phone_calls as p', 'p.call_id', 'c.id')
    .leftJoin('customers as k', 'k.id', 'c.customer_id')
    .leftJoin('users as u', 'u.id', 'c.user_id')
    .select(['c.id', 'c.ticket_id', 'c.ended_at', 'c.user_id', 'p.gateway_id', 'p.linked', 'p.number'])
    .select(['k.name as customer_name', 'u.fullname'])
    .where('c.id', '=', id)
    .where('c.ended_at', 'is not', null)
    .where('c.ticket_id', 'is not', null)
    .$narrowType<{ ticket_id: number; ended_at: string }>()
    .executeTakeFirst();

/** The telephone call that this user talks in. */
export const findOwnConnectedCall = (q: Query, userId: number) =>
  q
    .selectFrom('calls as c')
    .innerJoin('phone_calls as p', 'p.call_id', 'c.id')
    .select(['c.id', 'p.gateway_id', 'p.linked'])
    .where('c.user_id', '=', userId)
    .where('c.state', '=', 'connected')
    .executeTakeFirst();
