import { type RawBuilder, sql } from 'kysely';
import type { Viewer } from '#platform/access';
import { visibleTo } from '#modules/tickets';
import type { MomentRange } from '../range.ts';
import { equalsIfGivenSql } from '../reports/ticket-filter.ts';

/** Which tickets count, and at which moment. */
export type TicketScope = {
  viewer: Viewer;
  departmentId: number | undefined;
  /** The current assignee. */
  userId?: number | undefined;
  /** A condition on `tickets t` in their present state. */
  where?: RawBuilder<unknown> | undefined;
  now: Date;
};
export type TicketSpan = Pick<MomentRange, 'from' | 'until'>;

/** A condition on `tickets t`, by their current department. */
export const visibleTicketsSql = ({
  viewer,
  departmentId,
  userId,
  where,
}: TicketScope): RawBuilder<boolean> =>
  sql`(${visibleTo(viewer)} and ${equalsIfGivenSql(sql`t.department_id`, departmentId)}
    and ${equalsIfGivenSql(sql`t.assignee_id`, userId)} and ${where ?? sql`true`})`;

const isUnrestricted = ({ viewer, departmentId, userId, where }: TicketScope): boolean =>
  viewer.visibility === 'all' && departmentId === undefined && userId === undefined && where === undefined;

/** A query of the changes of the backlog since a moment; it only joins tickets where not all of them count. */
export const backlogChangesQuery = (scope: TicketScope, from: Date, until?: Date) => sql`
  select b.ticket_id, b.kind, b.at from ticket_backlog_changes b
    ${isUnrestricted(scope) ? sql`` : sql`join tickets t on t.id = b.ticket_id and ${visibleTicketsSql(scope)}`}
  where b.at >= ${from} ${until ? sql`and b.at < ${until}` : sql``}`;

/** A condition on `tickets t`, the same as in the indexes of unsolved tickets. */
export const isUnsolved = sql<boolean>`t.status in ('open', 'pending', 'on_hold')`;
