import { sql, type RawBuilder } from 'kysely';
import { visibleTo } from '#modules/tickets';
import type { ReportScope } from './report-reader.ts';

type Sql = RawBuilder<unknown>;
/** The part of a scope that tells which tickets count. */
export type TicketFilterScope = Pick<ReportScope, 'viewer' | 'departmentId' | 'departments' | 'where'>;

/** The department of ticket `t` at that moment, or its current one. */
export const departmentAtSql = ({ departments }: Pick<ReportScope, 'departments'>, at: Sql): Sql =>
  departments === 'now'
    ? sql`t.department_id`
    : sql`coalesce((select v.department_id from ticket_department_changes v where v.ticket_id = t.id and v.until > ${at}
        order by v.until, v.id limit 1), t.department_id)`;

/** A condition that the column has this value; without a value it is always true. */
export const equalsIfGivenSql = (column: Sql, value: number | string | undefined): Sql =>
  value === undefined ? sql`true` : sql`${column} = ${value}`;

/**
 * A condition on ticket `t` for something that happened at that moment: visible, in the department, and matching the
 * conditions.
 */
export const isTicketInScopeSql = (scope: TicketFilterScope, at: Sql): Sql =>
  sql`${visibleTo(scope.viewer)} and ${equalsIfGivenSql(departmentAtSql(scope, at), scope.departmentId)} and ${scope.where ?? sql`true`}`;

/** A condition that a conversation is on the requested account. */
export const isOnAccount = ({ accountId }: Pick<ReportScope, 'accountId'>, conversationId: Sql): Sql =>
  accountId === undefined
    ? sql`true`
    : sql`exists (select from conversations v where v.id = ${conversationId} and v.channel_account_id = ${accountId})`;
