/** Decides which ticket a mail belongs to. Pure. */

export type ThreadEvidence = {
  /** The mails that this one names in In-Reply-To and References, nearest first; `isOurs`: we sent it. */
  answered: readonly { ticketId: number; isOurs: boolean }[];
  /** The ticket whose number is in the subject; `isMarked`: with our signed mark beside it. */
  named: number | null;
  isMarked: boolean;
  /** Those of the tickets above in which the sender is a participant; none for an unproven sender. */
  own: ReadonlySet<number>;
};

/**
 * The ticket that a mail refers to, or null. Message-IDs of our mails and our mark cannot be guessed, so whoever uses one has got
 * our mail or was handed it. Everything else can be made up, and only counts if the sender is a participant of the ticket.
 */
export function ticketByEvidence({ answered, named, isMarked, own }: ThreadEvidence): number | null {
  for (const { ticketId, isOurs } of answered) {
    if (isOurs || own.has(ticketId)) return ticketId;
  }
  return named !== null && (isMarked || own.has(named)) ? named : null;
}
