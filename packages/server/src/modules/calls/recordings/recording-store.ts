import type { RecordingPart } from '@trunkline/contract';
import type { Selectable } from 'kysely';
import type { Query } from '#platform/db';
import type { Tables } from '#platform/tables';
import '../tables.ts';

export type StoredPart = RecordingPart & { file: string };
export type RecordingRow = Selectable<Tables['call_recordings']>;

/** Undefined when the call is being recorded already, or this recording is known. */
export async function insertRecording(
  q: Query,
  recording: Pick<RecordingRow, 'call_id' | 'egress_id'> & { started_at: Date },
): Promise<RecordingRow | undefined> {
  return q
    .insertInto('call_recordings')
    .values({
      ...recording,
      state: 'recording',
      ended_at: null,
      parts: JSON.stringify([]),
      kept_by: null,
      deleted_at: null,
      deleted_after_days: null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst();
}

export async function findRecording(
  q: Query,
  by: { id: number } | { egress_id: string },
): Promise<RecordingRow | undefined> {
  const [[column, value]] = Object.entries(by) as [['id' | 'egress_id', string | number]];
  return q.selectFrom('call_recordings').selectAll().where(column, '=', value).executeTakeFirst();
}

/** The recording of this call that is running. */
export async function findActive(q: Query, callId: number): Promise<RecordingRow | undefined> {
  return q
    .selectFrom('call_recordings')
    .selectAll()
    .where('call_id', '=', callId)
    .where('state', '=', 'recording')
    .executeTakeFirst();
}

/** Moves a recording to a later state; a late report of an earlier state changes nothing. */
export async function advanceRecording(
  q: Query,
  egressId: string,
  change: { state: 'finishing' | 'ready' | 'failed'; ended_at: Date; parts?: StoredPart[] },
): Promise<void> {
  const { parts, ...rest } = change;
  await q
    .updateTable('call_recordings')
    .set({ ...rest, ...(parts && { parts: JSON.stringify(parts) }) })
    .where('egress_id', '=', egressId)
    .where('state', 'in', change.state === 'finishing' ? ['recording'] : ['recording', 'finishing'])
    .execute();
}

export async function listRecordings(q: Query, callIds: readonly number[]): Promise<RecordingRow[]> {
  if (callIds.length === 0) return [];
  return q.selectFrom('call_recordings').selectAll().where('call_id', 'in', callIds).orderBy('id').execute();
}

export const listOfTicket = (q: Query, ticketId: number): Promise<RecordingRow[]> =>
  q
    .selectFrom('call_recordings as r')
    .innerJoin('calls as c', 'c.id', 'r.call_id')
    .selectAll('r')
    .where('c.ticket_id', '=', ticketId)
    .orderBy('r.id')
    .execute();

/** A call with a ticket, in a room or on the telephone. */
export const findRecordedCall = (q: Query, id: number) =>
  q
    .selectFrom('calls')
    .select(['id', 'ticket_id'])
    .where('id', '=', id)
    .where('ticket_id', 'is not', null)
    .$narrowType<{ ticket_id: number }>()
    .executeTakeFirst();

export type NewRecordingFile = Pick<RecordingRow, 'call_id' | 'egress_id' | 'kind'> & {
  started_at: Date;
  ended_at: Date;
  parts: StoredPart[];
};

/** Stores a recording that a gateway has made, with its files in place; false where it is known already. */
export async function insertGatewayRecording(
  q: Query,
  { parts, ...made }: NewRecordingFile,
): Promise<boolean> {
  const row = await q
    .insertInto('call_recordings')
    .values({
      ...made,
      state: 'ready',
      parts: JSON.stringify(parts),
      kept_by: null,
      deleted_at: null,
      deleted_after_days: null,
    })
    .onConflict((conflict) => conflict.column('egress_id').doNothing())
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Whether anything of a call was ever recorded. */
export async function hasRecordings(q: Query, callId: number): Promise<boolean> {
  const row = await q
    .selectFrom('call_recordings')
    .select('id')
    .where('call_id', '=', callId)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

export async function listUnfinished(q: Query): Promise<RecordingRow[]> {
  return q
    .selectFrom('call_recordings')
    .selectAll()
    .where('state', 'in', ['recording', 'finishing'])
    .orderBy('id')
    .execute();
}

/** The agent has paused the recording, or resumed it. */
export async function setPaused(q: Query, callId: number, isPaused: boolean): Promise<void> {
  await q.updateTable('calls').set({ recording_paused: isPaused }).where('id', '=', callId).execute();
}

/** Notes whether the call was being recorded when the customer was put on hold. */
export async function setRecordedBeforeHold(q: Query, callId: number, isHeld: boolean): Promise<void> {
  await q.updateTable('calls').set({ recording_held: isHeld }).where('id', '=', callId).execute();
}
