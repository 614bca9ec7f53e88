import type {
  AlertKind,
  AlertLevel,
  AlertRule,
  AlertRuleFields,
  AlertAnnouncement,
  FloorAlert,
} from '@trunkline/contract';
import type { ActivityId, MediaId } from '@trunkline/contract';
import { sql } from 'kysely';
import type { Query } from '#platform/db';
import '#platform/tables';
import type { FloorScope } from '../floor/floor-scope.ts';

type Scope = {
  name: string;
  kind: AlertKind;
  department_id: number | null;
  media_id: MediaId | null;
  queue: string | null;
  user_activity_id: ActivityId | null;
  tells: AlertAnnouncement[];
};

declare module '#platform/tables' {
  interface Tables {
    floor_alert_rules: Scope & {
      id: Auto<number>;
      minutes: number | null;
      warn_at: number | null;
      alarm_at: number | null;
      margin: number;
      hold_seconds: number;
      mail_to: number[];
      is_active: boolean;
      changed_at: Time;
    };
    floor_alerts: Scope & {
      id: Auto<number>;
      rule_id: number | null;
      level: AlertLevel;
      value: number;
      since: Time;
      told_at: Time;
      alarmed_at: Time | null;
      changed_at: Time;
      ended_at: Time | null;
      acknowledged_at: Time | null;
      acknowledged_by: number | null;
    };
  }
}

export type SeenDepartments = Pick<FloorScope, 'departments'>;
const seenIds = ({ departments }: SeenDepartments): number[] | null =>
  departments === 'all' ? null : [...departments];

/** Whether the viewer sees it: alerts over all departments are only for users who see all. */
export const isAlertVisible = (
  { departments }: SeenDepartments,
  { department_id: id }: { department_id: number | null },
): boolean => departments === 'all' || (id !== null && departments.has(id));

export async function listRules(q: Query, seen: SeenDepartments): Promise<AlertRule[]> {
  const ids = seenIds(seen);
  let query = q.selectFrom('floor_alert_rules').selectAll().orderBy('name').orderBy('id');
  if (ids) query = query.where('department_id', 'in', [0, ...ids]);
  return query.execute();
}

export const listActiveRules = (q: Query): Promise<AlertRule[]> =>
  q.selectFrom('floor_alert_rules').selectAll().where('is_active', '=', true).orderBy('id').execute();

export async function countRules(q: Query): Promise<number> {
  const { total } = await q
    .selectFrom('floor_alert_rules')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return total;
}

/** Locks the rule, so that raising an alert and changing the rule happen one after the other. */
export const lockRule = (q: Query, id: number): Promise<AlertRule | undefined> =>
  q.selectFrom('floor_alert_rules').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();

export const insertRule = (q: Query, rule: AlertRuleFields & { changed_at: Date }): Promise<AlertRule> =>
  q.insertInto('floor_alert_rules').values(rule).returningAll().executeTakeFirstOrThrow();

export const updateRule = (
  q: Query,
  id: number,
  rule: AlertRuleFields & { changed_at: Date },
): Promise<AlertRule> =>
  q.updateTable('floor_alert_rules').set(rule).where('id', '=', id).returningAll().executeTakeFirstOrThrow();

export const removeRule = async (q: Query, id: number): Promise<void> => {
  await q.deleteFrom('floor_alert_rules').where('id', '=', id).execute();
};

/** Joins the report view of users for their names. */
const shown = sql`
  select a.id, a.rule_id, a.name, a.kind, a.department_id, a.media_id, a.queue, a.user_activity_id, a.level, a.value, a.since,
    a.told_at, a.ended_at, a.acknowledged_at, a.tells,
    case when p.id is not null then json_build_object('id', p.id, 'name', p.name) end as acknowledged_by
  from floor_alerts a left join report_people p on p.id = a.acknowledged_by`;

/** Active alerts, the worst and the oldest first. */
export async function listActiveAlerts(q: Query): Promise<FloorAlert[]> {
  const { rows } =
    await sql<FloorAlert>`${shown} where a.ended_at is null order by a.level, a.told_at, a.id`.execute(q);
  return rows;
}

export async function listAlerts(
  q: Query,
  seen: SeenDepartments,
  { before, limit }: { before?: number | undefined; limit: number },
): Promise<FloorAlert[]> {
  const ids = seenIds(seen);
  const { rows } = await sql<FloorAlert>`
    ${shown} where (${before ?? null}::bigint is null or a.id < ${before ?? null}::bigint)
      and (${ids === null} or a.department_id = any(${ids ?? []}::bigint[]))
    order by a.id desc limit ${limit}`.execute(q);
  return rows;
}

export async function findAlert(q: Query, id: number): Promise<FloorAlert | undefined> {
  const { rows } = await sql<FloorAlert>`${shown} where a.id = ${id}`.execute(q);
  return rows[0];
}

/** The state of each rule: the level of its alert, or when the last one ended. */
export async function listStates(
  q: Query,
): Promise<{ rule_id: number; level: AlertLevel | null; ended_at: string | null }[]> {
  const { rows } = await sql<{ rule_id: number; level: AlertLevel | null; ended_at: string | null }>`
    select r.id as rule_id, a.level, e.ended_at from floor_alert_rules r
      left join floor_alerts a on a.rule_id = r.id and a.ended_at is null
      left join lateral (select max(ended_at) as ended_at from floor_alerts where rule_id = r.id) e on true
    where r.is_active`.execute(q);
  return rows;
}

/** Undefined: another process has started it, or has ended it by newer data. */
export async function startAlert(
  q: Query,
  rule: AlertRule,
  { level, value, since, at }: { level: AlertLevel; value: number; since: Date; at: Date },
): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    insert into floor_alerts (rule_id, name, kind, department_id, media_id, queue, user_activity_id, tells, level, value, since,
      told_at, alarmed_at, changed_at)
    select ${rule.id}::bigint, ${rule.name}, ${rule.kind}, ${rule.department_id}::bigint, ${rule.media_id}::int, ${rule.queue}::text,
      ${rule.user_activity_id}::int, ${rule.tells}::text[], ${level}, ${value}::int, ${since}::timestamptz, ${at}::timestamptz,
      case when ${level} = 'alarm' then ${at}::timestamptz end, ${at}::timestamptz
    where not exists (select from floor_alerts where rule_id = ${rule.id} and (ended_at is null or changed_at >= ${at}))
    returning id`.execute(q);
  return rows[0]?.id;
}

/** Changes the level and clears the acknowledgement. `isFirst`: it had never been an alarm before. */
export async function changeLevel(
  q: Query,
  ruleId: number,
  { level, value, at }: { level: AlertLevel; value: number; at: Date },
): Promise<{ id: number; isFirst: boolean } | undefined> {
  const { rows } = await sql<{ id: number; is_first: boolean }>`
    with before as (select id, alarmed_at from floor_alerts
      where rule_id = ${ruleId} and ended_at is null and level <> ${level} and changed_at < ${at} for update)
    update floor_alerts a set level = ${level}, value = ${value}::int, changed_at = ${at},
      alarmed_at = case when ${level} = 'alarm' then coalesce(a.alarmed_at, ${at}::timestamptz) else a.alarmed_at end,
      acknowledged_at = case when ${level} = 'alarm' then null else a.acknowledged_at end,
      acknowledged_by = case when ${level} = 'alarm' then null else a.acknowledged_by end
    from before where a.id = before.id returning a.id, before.alarmed_at is null as is_first`.execute(q);
  return rows[0] && { id: rows[0].id, isFirst: rows[0].is_first };
}

/** Ends an alert, keeping its worst level. Undefined where it was over. */
export async function endAlert(q: Query, ruleId: number, at: Date): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    update floor_alerts set ended_at = greatest(${at}::timestamptz, told_at), changed_at = greatest(${at}::timestamptz, changed_at),
      level = case when alarmed_at is null then 'warn' else 'alarm' end
    where rule_id = ${ruleId} and ended_at is null and changed_at <= ${at}::timestamptz returning id`.execute(
    q,
  );
  return rows[0]?.id;
}

export async function acknowledge(q: Query, id: number, by: { userId: number; at: Date }): Promise<boolean> {
  const { numUpdatedRows } = await q
    .updateTable('floor_alerts')
    .set({ acknowledged_at: by.at, acknowledged_by: by.userId })
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .where('acknowledged_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function removeOld(q: Query, before: Date): Promise<void> {
  await q.deleteFrom('floor_alerts').where('ended_at', '<', before.toISOString()).execute();
}
