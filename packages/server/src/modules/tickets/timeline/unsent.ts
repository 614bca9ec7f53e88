import type { Query, Tx } from '#platform/db';

/** What is to be sent on these tickets apart from messages: when the next is due, and whether one has failed. */
export type PendingLookup = (
  q: Query,
  ticketIds: readonly number[],
) => Promise<{ nextAt: string | null; hasFailed: boolean }>;

export const UNSENT_TASK = 'tickets:unsent';

/**
 * Checks again, after this transaction has committed, whether everything was sent. Doing it in the same transaction could
 * deadlock: the sender holds the mail and would wait for the ticket, while the holder of the ticket waits for the mail.
 */
export const enqueueUnsentCheck = (tx: Tx, ticketId: number): Promise<void> =>
  tx.enqueue(UNSENT_TASK, { ticket_id: ticketId });
