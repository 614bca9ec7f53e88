import type { Query } from '#platform/db';
import type { BeforeAfter } from './values-to-restore.ts';
import './tables.ts';

type Undo = { ticket_id: number; version: number; user_id: number; at: Date; kept: BeforeAfter };

export async function insertUndo(q: Query, { kept, ...undo }: Undo): Promise<void> {
  await q
    .insertInto('ticket_undos')
    .values({ ...undo, kept: JSON.stringify(kept) })
    .execute();
}

type ChangeRange = { ticketId: number; userId: number; after: number; upTo: number };

/** The changes of a ticket between two versions, latest first. */
export async function listUndos(q: Query, { ticketId, userId, after, upTo }: ChangeRange) {
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

/** Whether anybody else has written on a ticket since then: to or from its customer, or a note. */
export async function hasOthersWrittenSince(
  q: Query,
  { ticketId, userId, at }: { ticketId: number; userId: number; at: string },
): Promise<boolean> {
  const row = await q
    .selectFrom('messages')
    .select('id')
    .where('ticket_id', '=', ticketId)
    .where('created_at', '>=', at)
    .where('kind', 'in', ['inbound', 'outbound', 'note'])
    .where(({ eb, not, and }) =>
      not(and([eb('author_type', '=', 'user'), eb(eb.fn.coalesce('author_id', eb.val(0)), '=', userId)])),
    )
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

export async function removeOld(q: Query, before: Date): Promise<void> {
  await q.deleteFrom('ticket_undos').where('at', '<', before.toISOString()).execute();
}
