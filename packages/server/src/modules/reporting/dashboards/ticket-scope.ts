import { type RawBuilder, sql } from 'kysely';
import type { Viewer } from '#platform/access';
import { visibleTo } from '#modules/tickets';
import type { Range } from '../range.ts';
import { isAskedValue } from '../reports/ticket-asked.ts';

/** Whose tickets are counted, and as they are at which moment. */
export type TicketScope = {
  viewer: Viewer;
  departmentId: number | undefined;
  /** Whose tickets they are now. */
  userId?: number | undefined;
  /** What the tickets have to be like now: a condition on `tickets t`. */
  where?: RawBuilder<unknown> | undefined;
  now: Date;
};
export type Span = Pick<Range, 'from' | 'until'>;

/** A condition on `tickets t`: a ticket counts for the department that it is in now. */
export const seenTickets = ({ viewer, departmentId, userId, where }: TicketScope): RawBuilder<boolean> =>
  sql`(${visibleTo(viewer)} and ${isAskedValue(sql`t.department_id`, departmentId)}
    and ${isAskedValue(sql`t.assignee_id`, userId)} and ${where ?? sql`true`})`;

const seesAll = ({ viewer, departmentId, userId, where }: TicketScope): boolean =>
  viewer.visibility === 'all' && departmentId === undefined && userId === undefined && where === undefined;

/** Statement of what changed the backlog from a moment on; the tickets are only looked up where not all of them count. */
export const changesSince = (scope: TicketScope, from: Date, until?: Date) => sql`
  select b.ticket_id, b.kind, b.at from ticket_backlog_changes b
    ${seesAll(scope) ? sql`` : sql`join tickets t on t.id = b.ticket_id and ${seenTickets(scope)}`}
  where b.at >= ${from} ${until ? sql`and b.at < ${until}` : sql``}`;

/** A condition on `tickets t`; as the indexes of tickets that are not solved have it. */
export const isUnsolved = sql<boolean>`t.status in ('open', 'pending', 'on_hold')`;
