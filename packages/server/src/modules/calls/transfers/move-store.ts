import type { InvitationOutcome } from '@trunkline/contract';
import { sql, type Insertable, type Selectable } from 'kysely';
import type { Query } from '#platform/db';
import type { Tables } from '#platform/tables';
import '../tables.ts';

export type CallAgentRow = Pick<Selectable<Tables['call_agents']>, 'user_id' | 'since'>;
export type InvitationRow = Selectable<Tables['call_invitations']>;
type NewInvitation = Omit<Insertable<Tables['call_invitations']>, 'state' | 'ended_at' | 'id'>;

/** Our people in a call, in the order in which they joined. */
export async function listAgents(q: Query, callId: number): Promise<CallAgentRow[]> {
  return q
    .selectFrom('call_agents')
    .select(['user_id', 'since'])
    .where('call_id', '=', callId)
    .where('left_at', 'is', null)
    .orderBy('id')
    .execute();
}

export async function findAgent(q: Query, callId: number, userId: number): Promise<CallAgentRow | undefined> {
  return (await listAgents(q, callId)).find((agent) => agent.user_id === userId);
}

export async function hasBeenInCall(q: Query, callId: number, userId: number): Promise<boolean> {
  const row = await q
    .selectFrom('call_agents')
    .select('id')
    .where('call_id', '=', callId)
    .where('user_id', '=', userId)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Changes nothing when they are in already. */
export async function insertAgent(q: Query, callId: number, userId: number, since: Date): Promise<void> {
  await q
    .insertInto('call_agents')
    .values({ call_id: callId, user_id: userId, since, left_at: null })
    .onConflict((conflict) =>
      conflict.columns(['call_id', 'user_id']).where('left_at', 'is', null).doNothing(),
    )
    .execute();
}

/** Marks one of them as having left; `userId` null means all of them. */
export async function markAgentLeft(q: Query, callId: number, userId: number | null, now: Date) {
  await q
    .updateTable('call_agents')
    .set({ left_at: now })
    .where('call_id', '=', callId)
    .where('left_at', 'is', null)
    .$if(userId !== null, (query) => query.where('user_id', '=', userId ?? 0))
    .execute();
}

/** Which of these users are in a call, have one that rings, or are being invited to one. */
export async function listBusyUsers(
  q: Query,
  userIds: readonly number[],
  /** By default telephone calls count as well; `isInRoom` counts rooms only. */
  { isInRoom = false }: { isInRoom?: boolean } = {},
): Promise<Map<number, 'in_call' | 'ringing'>> {
  if (userIds.length === 0) return new Map();
  const { rows } = await sql<{ user_id: number; how: 'in_call' | 'ringing' }>`
    select user_id, min(how) as how from (
      select user_id, case state when 'ringing' then 'ringing' else 'in_call' end as how from calls
      where state <> 'ended' and (room_name is not null or not ${isInRoom})
      union all
      select user_id, 'in_call' from call_agents where left_at is null
      union all
      select user_id, 'ringing' from call_invitations where state = 'ringing'
    ) occupied where user_id = any(${userIds}::bigint[]) group by user_id`.execute(q);
  return new Map(rows.map(({ user_id: id, how }) => [id, how]));
}

/** Undefined when that user is being rung already. */
export async function insertInvitation(
  q: Query,
  invitation: NewInvitation,
): Promise<InvitationRow | undefined> {
  return q
    .insertInto('call_invitations')
    .values({ ...invitation, state: 'ringing', ended_at: null })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst();
}

type By = { id: number } | { call_id: number; client_key: string };

export async function findInvitation(q: Query, by: By): Promise<InvitationRow | undefined> {
  const query = q.selectFrom('call_invitations').selectAll();
  return (
    'id' in by
      ? query.where('id', '=', by.id)
      : query.where('call_id', '=', by.call_id).where('client_key', '=', by.client_key)
  ).executeTakeFirst();
}

/** The invitation that rings at a user, for this call or for any. */
export async function findRinging(
  q: Query,
  userId: number,
  callId?: number,
): Promise<InvitationRow | undefined> {
  return q
    .selectFrom('call_invitations')
    .selectAll()
    .where('user_id', '=', userId)
    .where('state', '=', 'ringing')
    .$if(callId !== undefined, (query) => query.where('call_id', '=', callId ?? 0))
    .executeTakeFirst();
}

export async function listRinging(q: Query, callId: number): Promise<InvitationRow[]> {
  return q
    .selectFrom('call_invitations')
    .selectAll()
    .where('call_id', '=', callId)
    .where('state', '=', 'ringing')
    .orderBy('id')
    .execute();
}

export async function listExpired(q: Query, now: Date): Promise<InvitationRow[]> {
  return q
    .selectFrom('call_invitations')
    .selectAll()
    .where('state', '=', 'ringing')
    .where('expires_at', '<=', now.toISOString())
    .orderBy('id')
    .execute();
}

/** Ends an invitation, once; undefined when it had ended before. */
export async function endInvitation(
  q: Query,
  id: number,
  outcome: InvitationOutcome,
  now: Date,
): Promise<InvitationRow | undefined> {
  return q
    .updateTable('call_invitations')
    .set({ state: outcome, ended_at: now })
    .where('id', '=', id)
    .where('state', '=', 'ringing')
    .returningAll()
    .executeTakeFirst();
}

/** Has one process, job or request at a time bring the media in line with a call. */
export async function lockMediaOfCall(q: Query, callId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(7310004, ${callId}::int)`.execute(q);
}
