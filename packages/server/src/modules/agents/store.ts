import { Activity, type ActivityId, type Agent } from '@trunkline/contract';
import { sql } from 'kysely';
import { executeUnread, type Query } from '#platform/db';
import { UNREAD_HINT } from '#platform/postgres/transaction-writes';
import { hasOpenScreenSql } from './screen-store.ts';
import './tables.ts';

/** Causes in the history of activities that code depends on. */
export const ACTIVITY_CHANGE_CAUSES = {
  ended: 'call ended',
  missed: 'call missed',
  gone: 'gone',
  set: 'set by supervisor',
  wrapUpOver: 'wrap-up over',
} as const;

/** Activities after a telephone or room call: no other call is offered, and they may end automatically. */
const AFTER_CALL: readonly ActivityId[] = [Activity.afterCallWork, Activity.idleAfterCall];

export async function findActivity(q: Query, id: number) {
  return q
    .selectFrom('user_activities')
    .selectAll()
    .where('id', '=', id as ActivityId)
    .executeTakeFirst();
}

export async function listActivities(q: Query) {
  return q.selectFrom('user_activities').selectAll().orderBy('id').execute();
}

const agents = (q: Query) =>
  q
    .selectFrom('users as u')
    .leftJoin('agent_states as s', 's.user_id', 'u.id')
    .select(['u.id', 'u.fullname', 'u.user_level_id'])
    .select((eb) => [
      eb.fn.coalesce('s.user_activity_id', sql<ActivityId>`${Activity.offline}`).as('user_activity_id'),
      eb.fn.coalesce('s.activity_since', 'u.created_at').as('activity_since'),
      's.break_reason_id',
      sql<Agent['activity_cause']>`case when s.user_activity_id = any(${AFTER_CALL}::int[])
        then case s.cause when ${ACTIVITY_CHANGE_CAUSES.missed} then 'missed_call' else 'wrap_up' end end`.as(
        'activity_cause',
      ),
      sql<string | null>`case when s.user_activity_id = any(${AFTER_CALL}::int[]) then s.ends_at end`.as(
        'activity_ends_at',
      ),
      sql<number[]>`array(select department_id from user_departments d where d.user_id = u.id order by 1)`.as(
        'department_ids',
      ),
    ]);

const activeAgents = (q: Query) => agents(q).where('u.is_active', '=', true);

export const listAgents = (q: Query): Promise<Agent[]> => activeAgents(q).orderBy('u.fullname').execute();

/** All active users with their capacity. */
export const listAgentsWithCapacity = (q: Query): Promise<(Agent & { capacity: number })[]> =>
  activeAgents(q).select('u.chat_capacity as capacity').orderBy('u.fullname').orderBy('u.id').execute();

/** A user, active or not: a call that goes on when they are deactivated ends like any other. */
export const getAgent = (q: Query, id: number): Promise<Agent> =>
  agents(q).where('u.id', '=', id).executeTakeFirstOrThrow();

export const findAgent = (q: Query, id: number): Promise<Agent | undefined> =>
  activeAgents(q).where('u.id', '=', id).executeTakeFirst();

/** Users with a screen open, with their activity and whether their role may reply to customers. */
export async function listUsersWithScreen(q: Query, self: string) {
  return activeAgents(q)
    .where(hasOpenScreenSql('u.id', self))
    .select(
      sql<boolean>`exists (select from user_level_modules m where m.user_level_id = u.user_level_id
        and m.module_code = 'TICKETS' and m.is_active
        and 'REPLY' = any(string_to_array(m.module_activity_code, ',')))`.as('may_reply'),
    )
    .orderBy('u.fullname')
    .execute();
}

/** What a user sees of tickets: their role's visibility, their departments, and whether they see tickets at all. */
export type VisibleScope = {
  id: number;
  fullname: string;
  username: string;
  visibility: 'own' | 'department' | 'all';
  departmentIds: number[];
  mayView: boolean;
};

/** Returns what these users see; null for all active users. */
export async function listVisibleScopes(q: Query, ids: readonly number[] | null): Promise<VisibleScope[]> {
  const { rows } = await sql<VisibleScope>`
    select u.id, u.fullname, u.username, l.visibility,
      array(select department_id from user_departments d where d.user_id = u.id order by 1) as "departmentIds",
      exists (select from user_level_modules m where m.user_level_id = u.user_level_id and m.module_code = 'TICKETS'
        and m.is_active and 'VIEW' = any(string_to_array(m.module_activity_code, ','))) as "mayView"
    from users u join user_levels l on l.id = u.user_level_id
    where u.is_active and (${ids}::bigint[] is null or u.id = any(${ids}::bigint[])) order by u.fullname, u.id`.execute(
    q,
  );
  return rows;
}

/** Locks the user's row, so that two changes happen one after the other. A missing row is created without an event. */
export async function lockState(q: Query, userId: number) {
  const row = () => q.selectFrom('agent_states').selectAll().where('user_id', '=', userId).forUpdate();
  const known = await row().executeTakeFirst();
  if (known) return known;
  await sql`
    insert into agent_states (user_id, user_activity_id, activity_since)
    select id, ${Activity.offline}, created_at from users where id = ${userId}
    on conflict do nothing`.execute(q);
  return row().executeTakeFirstOrThrow();
}

type Change = {
  userId: number;
  activity: ActivityId;
  breakReasonId: number | null;
  cause: string;
  endsAt: Date | null;
  now: Date;
};

/** Writes the new activity and its history, in one statement. */
export async function changeState(
  q: Query,
  { userId, activity, breakReasonId, cause, endsAt, now }: Change,
): Promise<void> {
  // A user who left can come back to the rest of their wrap-up, and wrap-up that ends by itself is no sign of life.
  const [endsStays, isSeen] = [
    cause === ACTIVITY_CHANGE_CAUSES.gone,
    cause !== ACTIVITY_CHANGE_CAUSES.wrapUpOver,
  ];
  await sql`${sql.raw(UNREAD_HINT)}
    with changed as (
      update agent_states set user_activity_id = ${activity}, break_reason_id = ${breakReasonId}, activity_since = ${now},
        cause = ${cause}, ends_at = case when ${endsStays} then ends_at else ${endsAt}::timestamptz end, idle_since = ${now},
        last_seen_at = case when ${isSeen} then ${now}::timestamptz else last_seen_at end
      where user_id = ${userId})
    insert into user_activity_log (user_id, user_activity_id, break_reason_id, started_at, cause)
    values (${userId}, ${activity}, ${breakReasonId}, ${now}, ${cause})`.execute(q);
}

/** Notes a sign of life of a user, with or without a screen. */
export async function updateLastSeen(q: Query, userId: number, now: Date): Promise<void> {
  await executeUnread(
    q,
    q.updateTable('agent_states').set({ last_seen_at: now }).where('user_id', '=', userId),
  );
}

/** Notes these users as present, in one statement for all who are connected to this process. */
export async function markPresent(q: Query, userIds: readonly number[], now: Date): Promise<void> {
  if (userIds.length === 0) return;
  await sql`
    update agent_states s set last_seen_at = ${now.toISOString()}, left_at = null
    from (select user_id from agent_states where user_id = any(${userIds}::bigint[]) order by user_id for update) locked
    where s.user_id = locked.user_id`.execute(q);
}

export const isAfterCallActivity = ({
  user_activity_id: activity,
}: {
  user_activity_id: ActivityId;
}): boolean => AFTER_CALL.includes(activity);

/** The end of each wrap-up that ends automatically. */
export async function listWrapUpEnds(q: Query): Promise<{ user_id: number; ends_at: string | null }[]> {
  return q
    .selectFrom('agent_states')
    .select(['user_id', 'ends_at'])
    .where('user_activity_id', 'in', AFTER_CALL)
    .where('ends_at', 'is not', null)
    .execute();
}

export async function updateWrapUpEnd(q: Query, userId: number, endsAt: Date): Promise<void> {
  await q.updateTable('agent_states').set({ ends_at: endsAt }).where('user_id', '=', userId).execute();
}

/** The user's last activities, newest first. */
export async function listRecentActivities(q: Query, userId: number, limit: number) {
  return q
    .selectFrom('user_activity_log')
    .select(['user_activity_id', 'break_reason_id', 'cause', 'started_at'])
    .where('user_id', '=', userId)
    .orderBy('started_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

/** Notes that the user's last screen was closed. */
export async function markLastScreenClosed(q: Query, userId: number, now: Date): Promise<void> {
  await q.updateTable('agent_states').set({ left_at: now }).where('user_id', '=', userId).execute();
}

/** Users who were last seen before that, and are not offline yet. */
export async function listUsersNotSeenSince(q: Query, seenBefore: Date): Promise<number[]> {
  const rows = await q
    .selectFrom('agent_states')
    .select('user_id')
    .where('user_activity_id', '<>', Activity.offline)
    .where((eb) => eb.or([eb('last_seen_at', 'is', null), eb('last_seen_at', '<', seenBefore.toISOString())]))
    .execute();
  return rows.map((row) => row.user_id);
}

/**
 * Locks the activities of these users until the transaction ends, and returns those of users with a screen open. The order of
 * locking is that of `markSeen`, or the two could deadlock.
 */
export async function lockActivities(q: Query, userIds: readonly number[]): Promise<Map<number, ActivityId>> {
  if (userIds.length === 0) return new Map();
  const rows = await q
    .selectFrom('agent_states')
    .select(['user_id', 'user_activity_id'])
    .where(sql<boolean>`user_id = any(${userIds}::bigint[])`)
    .where('left_at', 'is', null)
    .orderBy('user_id')
    .forUpdate()
    .execute();
  return new Map(rows.map((row) => [row.user_id, row.user_activity_id]));
}

/** Sets the beginning of the idle time to now, because the agent got work: agents idle for longer come first. */
export async function restartIdleTime(q: Query, userId: number, now: Date): Promise<void> {
  await executeUnread(
    q,
    q.updateTable('agent_states').set({ idle_since: now }).where('user_id', '=', userId),
  );
}

/** A user who can be offered a message; `idle_since`: since when they have had nothing to do. */
export type AvailableAgent = {
  id: number;
  user_activity_id: ActivityId;
  idle_since: string;
  chat_capacity: number;
  department_ids: number[];
};
/** `AvailableAgent` with skills; `proficiency` is 1 to 5. */
export type ConnectedAgent = AvailableAgent & { skills: { skill_id: number; proficiency: number }[] };

type OfferableFilter = { activities: readonly ActivityId[]; seenAfter: Date };

/** Users who can be offered a message: their activity allows it, and their screen is open or being reloaded. */
export const listAvailable = (q: Query, reach: OfferableFilter): Promise<AvailableAgent[]> =>
  available(q, reach).execute();

/** Returns agents of these departments who have a connected page, with their skills. */
export const listConnected = (
  q: Query,
  reach: OfferableFilter,
  departmentIds: readonly number[],
  self: string,
): Promise<ConnectedAgent[]> =>
  available(q, reach)
    .where(hasOpenScreenSql('u.id', self))
    .where(
      sql<boolean>`exists (select from user_departments d where d.user_id = u.id and d.department_id = any(${departmentIds}::bigint[]))`,
    )
    .select(
      sql<{ skill_id: number; proficiency: number }[]>`coalesce((select jsonb_agg(jsonb_build_object(
        'skill_id', k.skill_id, 'proficiency', k.proficiency)) from user_skills k where k.user_id = u.id), '[]')`.as(
        'skills',
      ),
    )
    .execute();

function available(q: Query, { activities, seenAfter }: OfferableFilter) {
  return q
    .selectFrom('agent_states as s')
    .innerJoin('users as u', 'u.id', 's.user_id')
    .innerJoin('user_level_modules as m', (join) =>
      join
        .onRef('m.user_level_id', '=', 'u.user_level_id')
        .on('m.module_code', '=', 'TICKETS')
        .on('m.is_active', '=', true),
    )
    .where('u.is_active', '=', true)
    .where('s.user_activity_id', 'in', activities)
    .where('s.last_seen_at', '>=', seenAfter.toISOString())
    .where('s.left_at', 'is', null)
    .where(sql<boolean>`'REPLY' = any(string_to_array(m.module_activity_code, ','))`)
    .select(['u.id', 'u.chat_capacity', 's.idle_since', 's.user_activity_id'])
    .select(
      sql<number[]>`array(select department_id from user_departments d where d.user_id = u.id)`.as(
        'department_ids',
      ),
    );
}

export async function readCapacity(q: Query, userId: number): Promise<number> {
  const row = await q.selectFrom('users').select('chat_capacity').where('id', '=', userId).executeTakeFirst();
  return row?.chat_capacity ?? 0;
}
