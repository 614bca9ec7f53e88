import type { CallKind, CallPlatform, CALL_ENDS, MediaId } from '@trunkline/contract';
import { sql, type Selectable } from 'kysely';
import type { Query } from '#platform/db';
import type { Tables } from '#platform/tables';
import type { CallRole } from './roles.ts';
import '../tables.ts';

type Row = Selectable<Tables['calls']>;
/** A call in a room: columns that may be null for telephone calls are set. */
export type CallRow = Row & {
  room_name: string;
  ticket_id: number;
  customer_id: number;
  conversation_id: number;
  kind: CallKind;
};

export type NewCall = {
  kind: CallKind;
  platform: CallPlatform;
  media_id: MediaId;
  direction: 'inbound' | 'outbound';
  state: 'queue' | 'ringing' | 'connected';
  room_name: string;
  conversation_id: number;
  ticket_id: number;
  customer_id: number;
  user_id: number | null;
  visitor_id: number | null;
  client_key: string;
};

export async function insertCall(q: Query, call: NewCall, now: Date): Promise<CallRow> {
  const answered_at = call.state === 'connected' ? now : null;
  return (await q
    .insertInto('calls')
    .values({
      ...call,
      started_at: now,
      answered_at,
      ended_at: null,
      end_reason: null,
      rating: null,
      rated_at: null,
      seen_at: null,
    })
    .returningAll()
    .executeTakeFirstOrThrow()) as CallRow;
}

export type CallLookup = { room_name: string } | { id: number } | { conversation_id: number };

export async function findCall(q: Query, by: CallLookup): Promise<CallRow | undefined> {
  return (await select(q, by).executeTakeFirst()) as CallRow | undefined;
}

/** Locks the call, so that two changes of it happen one after the other. */
export async function lockCall(q: Query, by: CallLookup): Promise<CallRow | undefined> {
  return (await select(q, by).forUpdate().executeTakeFirst()) as CallRow | undefined;
}

function select(q: Query, by: CallLookup) {
  const [[column, value]] = Object.entries(by) as [['room_name' | 'id' | 'conversation_id', string | number]];
  return q.selectFrom('calls').selectAll().where(column, '=', value).where('room_name', 'is not', null);
}

export async function updateCall(
  q: Query,
  id: number,
  change: Partial<{
    state: 'queue' | 'ringing' | 'connected' | 'ended';
    user_id: number | null;
    answered_at: Date;
    ended_at: Date;
    end_reason: (typeof CALL_ENDS)[number];
    rating: number;
    rating_comment: string;
    rated_at: Date;
    held_at: Date | null;
    moved_to: number | null;
    moved_by: number | null;
    moved_note: string;
  }>,
): Promise<CallRow> {
  return (await q
    .updateTable('calls')
    .set(change)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()) as CallRow;
}

/** Notes that the customer's page has asked for the state of the call. */
export async function markCustomerPageSeen(q: Query, id: number, now: Date): Promise<void> {
  await q.updateTable('calls').set({ seen_at: now }).where('id', '=', id).execute();
}

export async function listOfTicket(q: Query, ticketId: number): Promise<CallRow[]> {
  return (await q
    .selectFrom('calls')
    .selectAll()
    .where('ticket_id', '=', ticketId)
    .where('room_name', 'is not', null)
    // The ring by which an agent picks up a call-back by telephone is not listed as a call of its own.
    .where(({ or, eb }) =>
      or([
        eb('direction', '=', 'inbound'),
        eb('end_reason', 'is', null),
        eb('end_reason', '<>', 'call_back'),
      ]),
    )
    .orderBy('id')
    .execute()) as CallRow[];
}

/** The call of this key, or the visitor's last one. A call-back counts only once an agent has picked it up. */
export async function findOfVisitor(q: Query, visitorId: number, key?: string): Promise<CallRow | undefined> {
  return (await q
    .selectFrom('calls')
    .selectAll()
    .where('visitor_id', '=', visitorId)
    .$if(key !== undefined, (query) => query.where('client_key', '=', key ?? ''))
    .where(({ or, eb }) => or([eb('direction', '=', 'inbound'), eb('answered_at', 'is not', null)]))
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()) as CallRow | undefined;
}

/** The call that routing offers to this user, if one rings. */
export async function findRingingFor(q: Query, userId: number): Promise<CallRow | undefined> {
  return (await q
    .selectFrom('calls')
    .selectAll()
    .where('user_id', '=', userId)
    .where('state', '=', 'ringing')
    .where('room_name', 'is not', null)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()) as CallRow | undefined;
}

/** The call that somebody is in, as its owner or as invited; the newest first. */
export async function findJoinedBy(q: Query, userId: number): Promise<CallRow | undefined> {
  return (await q
    .selectFrom('calls')
    .selectAll('calls')
    .innerJoin('call_agents as a', 'a.call_id', 'calls.id')
    .where('a.user_id', '=', userId)
    .where('a.left_at', 'is', null)
    .where('calls.state', '=', 'connected')
    .orderBy('calls.id', 'desc')
    .limit(1)
    .executeTakeFirst()) as CallRow | undefined;
}

export async function listOpenRoomCalls(q: Query): Promise<CallRow[]> {
  return (await q
    .selectFrom('calls')
    .selectAll()
    .where('state', '<>', 'ended')
    .where('room_name', 'is not', null)
    .orderBy('id')
    .execute()) as CallRow[];
}

export type NewCallPerson = { identity: string; role: CallRole; user_id: number | null; name: string };
export type CallPersonRow = Selectable<Tables['call_people']>;

/** Notes that somebody joined; changes nothing when they are in already, because reports may come twice. */
export async function insertPerson(
  q: Query,
  callId: number,
  person: NewCallPerson,
  now: Date,
): Promise<void> {
  await q
    .insertInto('call_people')
    .values({ call_id: callId, ...person, joined_at: now, left_at: null })
    .onConflict((conflict) =>
      conflict.columns(['call_id', 'identity']).where('left_at', 'is', null).doNothing(),
    )
    .execute();
}

export async function markPersonLeft(
  q: Query,
  callId: number,
  identity: string | null,
  now: Date,
): Promise<void> {
  await q
    .updateTable('call_people')
    .set({ left_at: now })
    .where('call_id', '=', callId)
    .where('left_at', 'is', null)
    .$if(identity !== null, (query) => query.where('identity', '=', identity ?? ''))
    .execute();
}

/** How many customers and guests are in a call now. */
export async function countCustomers(q: Query, callId: number): Promise<number> {
  const { n } = await q
    .selectFrom('call_people')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where('call_id', '=', callId)
    .where('role', '=', 'customer')
    .where('left_at', 'is', null)
    .executeTakeFirstOrThrow();
  return n;
}

/** Everybody who was ever in a call. */
export async function listPeople(q: Query, callId: number): Promise<CallPersonRow[]> {
  return q.selectFrom('call_people').selectAll().where('call_id', '=', callId).orderBy('id').execute();
}

/** The last time that somebody was in a call. */
export async function findCallPerson(
  q: Query,
  callId: number,
  identity: string,
): Promise<CallPersonRow | undefined> {
  return q
    .selectFrom('call_people')
    .selectAll()
    .where('call_id', '=', callId)
    .where('identity', '=', identity)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** How many calls that have not ended a user is in, telephone calls included. */
export async function countCallsOf(q: Query, userId: number): Promise<{ calls: number }> {
  const { rows } = await sql<{ calls: number }>`select count(*) as calls from calls c where c.state <> 'ended'
    and (c.user_id = ${userId} or exists (select from call_agents a where a.call_id = c.id and a.user_id = ${userId}))`.execute(
    q,
  );
  return rows[0] ?? { calls: 0 };
}
