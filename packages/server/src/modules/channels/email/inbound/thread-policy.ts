/** Decides which ticket a mail belongs to. Pure. */

export type ThreadEvidence = {
  /** Mails that this one says it answers, the nearest first; `isOurs`: we sent it. */
  answered: readonly { ticketId: number; isOurs: boolean }[];
  /** The ticket whose number is in the subject; `isMarked`: with our signed mark beside it. */
  named: number | null;
  isMarked: boolean;
  /** Those of the tickets above in which the sender is a participant; none for an unproven sender. */
  own: ReadonlySet<number>;
};

/**
 * The ticket that a mail names, or null. The Message-IDs of our own mails and our mark cannot be guessed: who has one got our
 * mail, or was handed it. Everything else can be made up, and counts only from somebody who takes part in the ticket anyway.
 */
export function namedTicket({ answered, named, isMarked, own }: ThreadEvidence): number | null {
  for (const { ticketId, isOurs } of answered) {
    if (isOurs || own.has(ticketId)) return ticketId;
  }
  return named !== null && (isMarked || own.has(named)) ? named : null;
}
