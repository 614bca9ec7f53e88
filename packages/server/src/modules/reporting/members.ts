import { sql, type RawBuilder } from 'kysely';

type Sql = RawBuilder<unknown>;
/** The department that users' time is filtered by, with the memberships at the time; undefined for all of their time. */
export type MembershipFilter = { memberOf?: number | undefined };

/** Whether this user was in the department at that time. */
export const isMemberAtSql = ({ memberOf }: MembershipFilter, user: Sql, at: Sql): Sql =>
  memberOf === undefined
    ? sql`true`
    : sql`exists (select from user_department_periods v where v.user_id = ${user} and v.department_id = ${memberOf}
        and v.since <= ${at} and coalesce(v.until, 'infinity') > ${at})`;

// In whole seconds, as all durations are.
const during = sql`tstzrange(date_trunc('second', v.since), date_trunc('second', v.until))`;

/**
 * A query whose rows have `columns` (`user_id` among them, alias `w`) and a range `during`, with that range cut to the time in which the
 * user was in the department.
 */
export const cutToMembership = ({ memberOf }: MembershipFilter, columns: Sql, rows: Sql): Sql =>
  memberOf === undefined
    ? rows
    : sql`select ${columns}, w.during * ${during} as during from (${rows}) w join user_department_periods v
        on v.user_id = w.user_id and v.department_id = ${memberOf} and w.during && ${during}`;
