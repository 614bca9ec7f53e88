import type { CallKind, MediaId } from '@trunkline/contract';
import type { Selectable } from 'kysely';
import type { Query } from '#platform/db';
import type { Tables } from '#platform/tables';
import '../tables.ts';

/** The record of a call, whatever carries it. A gateway's call may have no ticket yet, and never has a room. */
export type CallRecord = Selectable<Tables['calls']>;

/** The state of a call. */
export type RecordState = Pick<CallRecord, 'state' | 'user_id' | 'end_reason'> & {
  answered_at: Date | null;
  ended_at: Date | null;
};
/** The customer, ticket and conversation of a call. */
export type CallRecordOwner = Pick<CallRecord, 'ticket_id' | 'customer_id' | 'conversation_id'>;

export type NewCallRecord = RecordState &
  Partial<CallRecordOwner> & {
    direction: CallRecord['direction'];
    media_id: MediaId;
    kind: CallKind;
    started_at: Date;
  };

export const findRecord = (q: Query, id: number): Promise<CallRecord | undefined> =>
  q.selectFrom('calls').selectAll().where('id', '=', id).executeTakeFirst();

/** Locks the call, so that two changes of it happen one after the other. */
export const lockRecord = (q: Query, id: number): Promise<CallRecord> =>
  q.selectFrom('calls').selectAll().where('id', '=', id).forUpdate().executeTakeFirstOrThrow();

export const insertRecord = (q: Query, record: NewCallRecord): Promise<CallRecord> =>
  q
    .insertInto('calls')
    .values({
      customer_id: null,
      ticket_id: null,
      conversation_id: null,
      ...record,
      origin_ticket_id: null,
      room_name: null,
      visitor_id: null,
      client_key: null,
      rating: null,
      rated_at: null,
      seen_at: null,
    })
    .returningAll()
    .executeTakeFirstOrThrow();

export const updateRecord = (
  q: Query,
  id: number,
  change: Partial<RecordState & CallRecordOwner>,
): Promise<CallRecord> =>
  q.updateTable('calls').set(change).where('id', '=', id).returningAll().executeTakeFirstOrThrow();
