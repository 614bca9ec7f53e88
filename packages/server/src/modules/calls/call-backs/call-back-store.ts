import type { CallBack, CallKind, VisitorCallBack } from '@trunkline/contract';
import { sql, type Selectable } from 'kysely';
import type { Query } from '#platform/db';
import type { Tables } from '#platform/tables';
import '../tables.ts';

export type CallBackRow = Selectable<Tables['call_backs']>;

const OPEN = ['waiting', 'ringing', 'calling'] as const;

export type NewCallBack = {
  ticket_id: number;
  visitor_id: number | null;
  is_telephone?: boolean;
  channel_account_id: number;
  client_key: string;
  kind: CallKind;
  phone: string;
  email: string;
  due_at: Date;
};

export function insertCallBack(q: Query, row: NewCallBack, now: Date): Promise<CallBackRow> {
  return q
    .insertInto('call_backs')
    .values({ ...row, state: 'waiting', next_at: row.due_at, created_at: now })
    .returningAll()
    .executeTakeFirstOrThrow();
}

export function findCallBack(q: Query, by: { id: number } | { call_id: number }) {
  const query = q.selectFrom('call_backs').selectAll();
  return (
    'id' in by ? query.where('id', '=', by.id) : query.where('call_id', '=', by.call_id)
  ).executeTakeFirst();
}

/** Locks a call-back. If its ticket or its call is to be locked too, they must be locked before it. */
export function lockCallBack(q: Query, id: number): Promise<CallBackRow> {
  return q.selectFrom('call_backs').selectAll().where('id', '=', id).forUpdate().executeTakeFirstOrThrow();
}

/** The visitor's call-back that is not over yet. */
export function findOpen(q: Query, visitorId: number): Promise<CallBackRow | undefined> {
  return q
    .selectFrom('call_backs')
    .selectAll()
    .where('visitor_id', '=', visitorId)
    .where('state', 'in', OPEN)
    .executeTakeFirst();
}

/** The promised call-back of this key, so that a repeated request does not make a second one. */
export const findCallBackByKey = (
  q: Query,
  ticketId: number,
  key: string,
): Promise<CallBackRow | undefined> =>
  q
    .selectFrom('call_backs')
    .selectAll()
    .where('ticket_id', '=', ticketId)
    .where('client_key', '=', key)
    .where('is_telephone', '=', true)
    .executeTakeFirst();

/** Whether this number has an open call-back already. */
export async function hasOpenCallBack(q: Query, phone: string): Promise<boolean> {
  const row = await q
    .selectFrom('call_backs')
    .select('id')
    .where('phone', '=', phone)
    .where('is_telephone', '=', true)
    .where('state', 'in', OPEN)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** The newest call-back of a visitor; this is the open one, if there is one. */
export function findLatest(q: Query, visitorId: number): Promise<CallBackRow | undefined> {
  return q
    .selectFrom('call_backs')
    .selectAll()
    .where('visitor_id', '=', visitorId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

export function listOfTicket(q: Query, ticketId: number): Promise<CallBackRow[]> {
  return q.selectFrom('call_backs').selectAll().where('ticket_id', '=', ticketId).orderBy('id').execute();
}

/** The call-backs that are due. */
export function listDue(q: Query, now: Date) {
  return q
    .selectFrom('call_backs')
    .select('id')
    .where('state', '=', 'waiting')
    .where('next_at', '<=', now.toISOString())
    .orderBy('next_at')
    .execute();
}

/** The call-backs that have been ringing since before `before`. */
export function listRinging(q: Query, before: Date) {
  return q
    .selectFrom('call_backs')
    .select('id')
    .where('state', '=', 'ringing')
    .where('rung_at', '<=', before.toISOString())
    .orderBy('rung_at')
    .execute();
}

export type CallBackChange = Partial<
  Pick<
    CallBackRow,
    'state' | 'attempts' | 'calls' | 'reason' | 'call_id' | 'user_id' | 'phone' | 'email' | 'kind'
  > & {
    due_at: Date;
    next_at: Date | null;
    rung_at: Date;
    ended_at: Date | null;
    client_key: string;
  }
>;

export function updateCallBack(q: Query, id: number, change: CallBackChange): Promise<CallBackRow> {
  return q
    .updateTable('call_backs')
    .set(change)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** The call-back as the desk gets it. */
export function toCallBack(row: CallBackRow, customerName: string): CallBack {
  const { id, ticket_id, kind, is_telephone, state, due_at, next_at, attempts, reason } = row;
  const { phone, email, user_id, created_at, ended_at } = row;
  const own = { id, ticket_id, kind, is_telephone, state, due_at, next_at, attempts, reason };
  return { ...own, customer_name: customerName, phone, email, user_id, created_at, ended_at };
}

/** The call-back as its customer gets it; with the room only while they may join. */
export function toVisitorCallBack(
  { kind, state, due_at, next_at, reason }: CallBackRow,
  { room, agentName }: { room: string | null; agentName: string | null },
): VisitorCallBack {
  const isCalling = state === 'calling';
  return {
    kind,
    state,
    due_at,
    next_at,
    reason,
    room_name: isCalling ? room : null,
    agent_name: isCalling ? agentName : null,
  };
}

/** How many call-backs of these tickets are not over yet. */
export async function countUnfinished(q: Query, ticketIds: readonly number[]): Promise<number> {
  const { n } = await q
    .selectFrom('call_backs')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where(sql<boolean>`ticket_id = any(${ticketIds}::bigint[])`)
    .where('state', 'in', OPEN)
    .executeTakeFirstOrThrow();
  return n;
}
