import type { Query, Tx } from '#platform/db';

/** What is still to be sent on these tickets, beside messages: when the next goes out, and whether one has failed. */
export type PendingLookup = (
  q: Query,
  ticketIds: readonly number[],
) => Promise<{ nextAt: string | null; hasFailed: boolean }>;

export const UNSENT_TASK = 'tickets:unsent';

/**
 * Looks anew at whether everything went out, once this is committed. Not in the same transaction: who sends holds the
 * mail, and would wait for the ticket, while who has the ticket waits for the mail.
 */
export const lookForUnsent = (tx: Tx, ticketId: number): Promise<void> =>
  tx.enqueue(UNSENT_TASK, { ticket_id: ticketId });
