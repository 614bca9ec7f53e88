import { sql } from 'kysely';
import { MediaStatus, type DialOutcome, type DialState, type PhoneDial } from '@trunkline/contract';
import type { Query } from '#platform/db';
import '../tables.ts';

export type DialRow = NonNullable<Awaited<ReturnType<typeof findDial>>>;

const joined = (q: Query) =>
  q
    .selectFrom('phone_dials as d')
    .innerJoin('calls as c', 'c.id', 'd.call_id')
    .innerJoin('phone_calls as p', 'p.call_id', 'd.call_id')
    .innerJoin('users as u', 'u.id', 'd.user_id')
    .innerJoin('report_channel_accounts as g', 'g.id', 'p.gateway_id')
    .leftJoin('tickets as t', 't.id', 'c.ticket_id')
    .innerJoin('departments as s', (join) =>
      join.on('s.id', '=', sql<number>`coalesce(t.department_id, g.department_id)`),
    )
    .selectAll('d')
    .select(['c.ticket_id', 'c.customer_id', 'c.conversation_id', 'c.started_at', 'c.media_id'])
    .select(['p.number', 'p.gateway_id', 'u.extension', 's.caller_number']);

type By = { call_id: number } | { name: string } | { user_id: number; client_key: string };

export function findDial(q: Query, by: By) {
  const found = joined(q);
  if ('call_id' in by) return found.where('d.call_id', '=', by.call_id).executeTakeFirst();
  if ('name' in by) return found.where('d.name', '=', by.name).executeTakeFirst();
  const { user_id: userId, client_key: key } = by;
  return found.where('d.user_id', '=', userId).where('d.client_key', '=', key).executeTakeFirst();
}

/** Locks it, because the gateway reports a call both as events and as the response to dialling. */
export async function lockDial(q: Query, by: { call_id: number } | { name: string }) {
  const row = await findDial(q, by);
  if (!row) return undefined;
  await q
    .selectFrom('phone_dials')
    .select('call_id')
    .where('call_id', '=', row.call_id)
    .forUpdate()
    .execute();
  return findDial(q, { call_id: row.call_id });
}

export const findLatestDial = (q: Query, userId: number) =>
  joined(q).where('d.user_id', '=', userId).orderBy('d.call_id', 'desc').limit(1).executeTakeFirst();

type NewDial = { call_id: number; user_id: number; client_key: string; name: string };

export async function insertDial(q: Query, dial: NewDial): Promise<void> {
  await q
    .insertInto('phone_dials')
    .values({ ...dial, state: 'ringing_you', outcome: null, reason: null })
    .execute();
}

type Change = { state: DialState; outcome: DialOutcome | null; reason?: number };

export async function updateDial(q: Query, callId: number, change: Change): Promise<void> {
  await q.updateTable('phone_dials').set(change).where('call_id', '=', callId).execute();
}

/** Whether their phone is in use: rung, talked on, or about to ring. */
export async function isAtPhone(q: Query, userId: number, askedAfter: Date): Promise<boolean> {
  const row = await q
    .selectFrom('calls as c')
    .innerJoin('phone_calls as p', 'p.call_id', 'c.id')
    .select('c.id')
    .where('c.user_id', '=', userId)
    .where(({ or, and, eb }) =>
      or([
        eb('c.state', '=', 'connected'),
        // A dialled call that was lost prevents the next only until then.
        and([eb('c.state', '=', 'ringing'), eb('c.started_at', '>', askedAfter.toISOString())]),
      ]),
    )
    .executeTakeFirst();
  return row !== undefined;
}

/** Locks the user and returns their extension, so that two requests at once are handled one after the other. */
export async function lockPhoneOf(q: Query, userId: number): Promise<string> {
  const row = await q
    .selectFrom('users')
    .select('extension')
    .where('id', '=', userId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return row?.extension ?? '';
}

/** The extension of this user; empty where they have none. */
export async function findExtension(q: Query, userId: number): Promise<string> {
  const row = await q.selectFrom('users').select('extension').where('id', '=', userId).executeTakeFirst();
  return row?.extension ?? '';
}

export function toDial(row: DialRow): PhoneDial {
  const { call_id, number, ticket_id, customer_id, state, outcome, started_at } = row;
  return {
    call_id,
    number,
    ticket_id,
    customer_id,
    state,
    outcome,
    started_at,
    media_status_id: mediaStatusOf(row),
  };
}

function mediaStatusOf({ state, outcome, reason }: DialRow): PhoneDial['media_status_id'] {
  if (state === 'answered' || outcome === 'answered') return MediaStatus.connected;
  return state === 'ringing_you' || reason === null ? null : MediaStatus.unconnected;
}
