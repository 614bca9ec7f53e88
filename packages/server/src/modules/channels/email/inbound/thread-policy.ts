/** On which ticket a mail belongs. Pure: what is known is handed in. */

export type Known = {
  /** Mails that this one says it answers, the nearest first; `isOurs`: we sent it. */
  answered: readonly { ticketId: number; isOurs: boolean }[];
  /** The ticket whose number stands in the subject; `isMarked`: with our mark beside it. */
  named: number | null;
  isMarked: boolean;
  /** Tickets that the sender takes part in, of those above: who is not proven to be somebody takes part in none. */
  own: ReadonlySet<number>;
};

/**
 * The ticket that a mail names, or null. The Message-IDs of our own mails and our mark cannot be guessed: who has one got our
 * mail, or was handed it. Everything else can be made up, and counts only from somebody who takes part in the ticket anyway.
 */
export function namedTicket({ answered, named, isMarked, own }: Known): number | null {
  for (const { ticketId, isOurs } of answered) {
    if (isOurs || own.has(ticketId)) return ticketId;
  }
  return named !== null && (isMarked || own.has(named)) ? named : null;
}
