import { sql } from 'kysely';
import type { Query } from '#platform/db';
import type { RecordingRow } from './recording-store.ts';
import '../tables.ts';

/** Ids of recordings that ended before `endedBefore`, are not kept and whose customer is not on legal hold, after `afterId`. */
export async function listExpiredRecordings(
  q: Query,
  { endedBefore, afterId, limit }: { endedBefore: Date; afterId: number; limit: number },
): Promise<number[]> {
  const rows = await expiredQuery(q, endedBefore)
    .select('id')
    .where('id', '>', afterId)
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

/** Locks a recording; undefined when it is not to be deleted any more, because it is kept or deleted by now. */
export async function lockExpiredRecording(
  q: Query,
  id: number,
  endedBefore: Date,
): Promise<{ egress_id: string; call_id: number } | undefined> {
  return expiredQuery(q, endedBefore)
    .select(['egress_id', 'call_id'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
}

/** How many recordings are to be deleted, and the end of the oldest. */
export async function countExpiredRecordings(
  q: Query,
  before: string,
): Promise<{ count: number; oldest: string | null }> {
  return expiredQuery(q, new Date(before))
    .select(({ fn }) => [fn.countAll<number>().as('count'), fn.min('ended_at').as('oldest')])
    .executeTakeFirstOrThrow();
}

function expiredQuery(q: Query, endedBefore: Date) {
  return q
    .selectFrom('call_recordings')
    .where('state', 'in', ['ready', 'failed'])
    .where('kept_by', 'is', null)
    .where('ended_at', '<=', endedBefore.toISOString())
    .where(
      sql<boolean>`not exists (select from calls k left join tickets t on t.id = k.ticket_id
        join customers c on c.id in (k.customer_id, t.customer_id)
        where k.id = call_recordings.call_id and c.held_at is not null)`,
    );
}

/** Marks a recording as deleted; the row stays, to show that there was one. */
export async function markDeleted(q: Query, id: number, change: { days: number; now: Date }): Promise<void> {
  await q
    .updateTable('call_recordings')
    .set({
      state: 'deleted',
      parts: JSON.stringify([]),
      deleted_at: change.now,
      deleted_after_days: change.days,
    })
    .where('id', '=', id)
    .execute();
}

/** Sets who keeps a recording; null: nobody, so it is deleted with the others. Undefined when it is deleted already. */
export async function setKept(q: Query, id: number, by: number | null): Promise<RecordingRow | undefined> {
  return q
    .updateTable('call_recordings')
    .set({ kept_by: by })
    .where('id', '=', id)
    .where('state', '<>', 'deleted')
    .returningAll()
    .executeTakeFirst();
}

/** The states of these recordings; unknown ones are left out. */
export async function readRecordingStates(
  q: Query,
  egressIds: readonly string[],
): Promise<Map<string, RecordingRow['state']>> {
  const rows = await q
    .selectFrom('call_recordings')
    .select(['egress_id', 'state'])
    .where('egress_id', 'in', egressIds)
    .execute();
  return new Map(rows.map(({ egress_id: egressId, state }) => [egressId, state]));
}
