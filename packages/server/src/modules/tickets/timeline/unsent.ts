import type { Tx } from '#platform/db';

export const UNSENT_TASK = 'tickets:unsent';

/**
 * Looks anew at whether everything went out, once this is committed. Not in the same transaction: who sends holds the
 * mail, and would wait for the ticket, while who has the ticket waits for the mail.
 */
export const lookForUnsent = (tx: Tx, ticketId: number): Promise<void> =>
  tx.enqueue(UNSENT_TASK, { ticket_id: ticketId });
