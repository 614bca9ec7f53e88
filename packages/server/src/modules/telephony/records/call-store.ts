import { sql } from 'kysely';
import { executeUnread, type Query } from '#platform/db';
import type { CallRecord } from '#modules/calls';
import { eventKey } from '../calls/event-order.ts';
import type { GatewayCallEvent } from '../calls/gateway-call-event.ts';
import type { CallFigures, TalkLeg } from '../calls/figures.ts';
import type { CallFacts } from '../tables.ts';

const columns = [
  'id',
  'media_id',
  'state',
  'user_id',
  'customer_id',
  'ticket_id',
  'conversation_id',
  'answered_at',
] as const;
export type PhoneCallRow = Pick<CallRecord, (typeof columns)[number]>;

/** Stores happenings once, even if they are reported again, also after a restart. */
export async function insertCallEvents(
  q: Query,
  gatewayId: number,
  happenings: readonly GatewayCallEvent[],
  now: Date,
): Promise<void> {
  const rows = happenings.map((happening) => ({
    gateway_id: gatewayId,
    at: new Date(happening.at),
    key: eventKey(happening),
    linked: happening.call,
    happening: JSON.stringify(happening),
    stored_at: now,
  }));
  await executeUnread(
    q,
    q
      .insertInto('phone_happenings')
      .values(rows)
      .onConflict((conflict) => conflict.doNothing()),
  );
}

/** The records of calls with one of these Linkedids. */
export async function listCallsByLinkedIds(
  q: Query,
  gatewayId: number,
  linked: readonly string[],
): Promise<PhoneCallRow[]> {
  return q
    .selectFrom('calls as c')
    .innerJoin('phone_calls as p', 'p.call_id', 'c.id')
    .select(columns.map((column) => `c.${column}` as const))
    .where('p.gateway_id', '=', gatewayId)
    .where(sql<boolean>`p.linked && ${linked}::text[]`)
    .orderBy('c.id')
    .execute();
}

/** What a gateway reports about a call in addition to its record. */
type Phone = CallFigures & {
  gateway_id: number;
  linked: string[];
  number: string;
  dialled: string;
  queue: string;
  ivr_keypress: string;
  cause: number | null;
  told: CallFacts;
};

export async function insertPhoneCall(q: Query, callId: number, { told, ...phone }: Phone): Promise<void> {
  const values = { call_id: callId, ...phone, told: JSON.stringify(told) };
  await executeUnread(q, q.insertInto('phone_calls').values(values));
}

/** The number of the other side; empty where it was withheld. */
export async function findNumber(q: Query, callId: number): Promise<string> {
  const row = await q
    .selectFrom('phone_calls')
    .select('number')
    .where('call_id', '=', callId)
    .executeTakeFirst();
  return row?.number ?? '';
}

export async function updatePhoneCall(q: Query, callId: number, { told, ...phone }: Phone): Promise<void> {
  const values = { ...phone, told: JSON.stringify(told) };
  await executeUnread(q, q.updateTable('phone_calls').set(values).where('call_id', '=', callId));
}

/** Stores the talks as they are known by now. The user of a talk stays the one at its beginning. */
export async function putLegs(
  q: Query,
  callId: number,
  legs: readonly TalkLeg[],
  owners: ReadonlyMap<string, number>,
): Promise<void> {
  if (legs.length === 0) return;
  const rows = legs.map(({ leg, extension, from, to, holds, isPassedOn }) => ({
    call_id: callId,
    leg,
    began_at: new Date(from),
    user_id: owners.get(extension) ?? null,
    extension,
    ended_at: to === null ? null : new Date(to),
    holds: multirange(holds),
    is_passed_on: isPassedOn,
  }));
  const known = q
    .insertInto('phone_legs')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['call_id', 'leg', 'began_at']).doUpdateSet(({ ref }) => ({
        ended_at: ref('excluded.ended_at'),
        holds: ref('excluded.holds'),
        is_passed_on: ref('excluded.is_passed_on'),
      })),
    );
  await executeUnread(q, known);
  // A late event may have moved the beginning of a talk.
  const moved = q
    .deleteFrom('phone_legs')
    .where('call_id', '=', callId)
    .where(
      'began_at',
      'not in',
      rows.map(({ began_at }) => began_at.toISOString()),
    );
  await executeUnread(q, moved);
}

/** Deletes the talks of a call that was merged into another, which has them now. */
export async function deleteLegs(q: Query, callId: number): Promise<void> {
  await q.deleteFrom('phone_legs').where('call_id', '=', callId).execute();
}

const multirange = (spans: TalkLeg['holds']): string =>
  `{${spans.map(({ from, to }) => `[${new Date(from).toISOString()},${to === null ? '' : new Date(to).toISOString()})`).join(',')}}`;

/** The telephone call that this user is rung for, or is in. */
export const findCurrentCallOf = (q: Query, userId: number) =>
  q
    .selectFrom('calls as c')
    .innerJoin('phone_calls as p', 'p.call_id', 'c.id')
    .select(['c.id', 'c.state', 'c.ticket_id'])
    .where('c.user_id', '=', userId)
    .where('c.state', 'in', ['ringing', 'connected'])
    // A connected call comes before one that rings.
    .orderBy('c.state')
    .executeTakeFirst();

/** The happenings of calls that had not ended when the server stopped. */
export const listOpenCallEvents = (q: Query, gatewayId: number) =>
  eventsSql(q, gatewayId).where('c.state', '<>', 'ended').execute();

/** The happenings of a call, by Linkedid. */
export const listCallEvents = (q: Query, gatewayId: number, linked: string) =>
  eventsSql(q, gatewayId)
    .where(sql<boolean>`p.linked && ${[linked]}::text[]`)
    .execute();

function eventsSql(q: Query, gatewayId: number) {
  return q
    .selectFrom('calls as c')
    .innerJoin('phone_calls as p', 'p.call_id', 'c.id')
    .innerJoin('phone_happenings as h', (join) =>
      join.onRef('h.gateway_id', '=', 'p.gateway_id').on(sql<boolean>`h.linked = any(p.linked)`),
    )
    .select(['c.id', 'h.happening'])
    .where('p.gateway_id', '=', gatewayId)
    .orderBy('h.at');
}

/** The users of these extensions; the first one where two have the same. */
export async function listOwners(q: Query, extensions: readonly string[]): Promise<Map<string, number>> {
  if (extensions.length === 0) return new Map();
  const rows = await q
    .selectFrom('users')
    .select(['extension', ({ fn }) => fn.min('id').as('id')])
    .where('extension', 'in', extensions)
    .where('extension', '<>', '')
    .where('is_active', '=', true)
    .groupBy('extension')
    .execute();
  return new Map(rows.map(({ extension, id }) => [extension, id]));
}

export async function findUserName(q: Query, userId: number): Promise<string | undefined> {
  const row = await q.selectFrom('users').select('fullname').where('id', '=', userId).executeTakeFirst();
  return row?.fullname;
}

type Echo = { user_id: number; event: string; uniqueid: string; eventtime: Date; took_ms: number };

export async function insertScreenEcho(q: Query, echo: Echo, now: Date): Promise<void> {
  await q
    .insertInto('phone_echoes')
    .values({ ...echo, received_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

const FORGET_AT_ONCE = 5000;

/** Deletes a batch, and returns how many were deleted. */
export async function deleteCallEventsBefore(q: Query, time: Date): Promise<number> {
  const { rows } = await sql`
    delete from phone_happenings where at < ${time} and (gateway_id, at, key) in
      (select gateway_id, at, key from phone_happenings where at < ${time} limit ${FORGET_AT_ONCE})
    returning 1`.execute(q);
  return rows.length;
}

export async function deleteEchoesBefore(q: Query, time: Date): Promise<number> {
  const { rows } = await sql`
    delete from phone_echoes where ctid in
      (select ctid from phone_echoes where received_at < ${time} limit ${FORGET_AT_ONCE})
    returning 1`.execute(q);
  return rows.length;
}
