import type { Query } from '#platform/db';
import '../tables.ts';

/** A telephone call that has not ended, with its known legs and its department. */
export const findOpenCall = (q: Query, id: number) =>
  q
    .selectFrom('calls as c')
    .innerJoin('phone_calls as p', 'p.call_id', 'c.id')
    .innerJoin('report_channel_accounts as a', 'a.id', 'p.gateway_id')
    .leftJoin('tickets as t', 't.id', 'c.ticket_id')
    .leftJoin('users as u', 'u.id', 'c.user_id')
    .select(['c.id', 'c.state', 'c.user_id', 'p.gateway_id', 'p.linked', 'p.told', 'u.fullname'])
    .select(({ fn }) => fn.coalesce('t.department_id', 'a.department_id').as('department_id'))
    .where('c.id', '=', id)
    .where('c.state', '<>', 'ended')
    .executeTakeFirst();
