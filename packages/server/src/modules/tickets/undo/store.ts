import type { Query } from '#platform/db';
import type { Kept } from './back.ts';
import './tables.ts';

type Undo = { ticket_id: number; version: number; user_id: number; at: Date; kept: Kept };

export async function insertUndo(q: Query, { kept, ...undo }: Undo): Promise<void> {
  await q
    .insertInto('ticket_undos')
    .values({ ...undo, kept: JSON.stringify(kept) })
    .execute();
}

type Which = { ticketId: number; userId: number; after: number; upTo: number };

/** What somebody changed on a ticket between two of its versions, the latest first. */
export async function listUndos(q: Query, { ticketId, userId, after, upTo }: Which) {
  return q
    .selectFrom('ticket_undos')
    .select(['version', 'at', 'kept'])
    .where('ticket_id', '=', ticketId)
    .where('user_id', '=', userId)
    .where('version', '>', after)
    .where('version', '<=', upTo)
    .orderBy('version', 'desc')
    .execute();
}

export async function removeOld(q: Query, before: Date): Promise<void> {
  await q.deleteFrom('ticket_undos').where('at', '<', before.toISOString()).execute();
}
