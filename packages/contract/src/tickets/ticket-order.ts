import { slaDueAt } from './ticket-matching.ts';
import { ticketCounterOf } from './ticket-number.ts';
import type { Ticket, TICKET_SORTS } from './tickets.ts';

export type TicketSort = (typeof TICKET_SORTS)[number];

type Order = {
  isDescending: boolean;
  /** The sort key of a ticket as text. Null: the list leaves it out. */
  keyOf(ticket: Ticket): string | null;
};

/** How many characters of a subject are compared; equal ones are sorted by id. */
export const SORTED_SUBJECT_LENGTH = 60;

/** The length to which numbers are padded, so that they can be compared as text. */
export const SORTED_NUMBER_DIGITS = 20;

// Ranks begin with 1, the most urgent.
const rankOf = ({ priority_rank: rank }: Ticket) => String(rank).padStart(SORTED_NUMBER_DIGITS, '0');
// As in the database's index: letters in lower case, everything else by code point.
const subjectOf = ({ subject }: Ticket) =>
  [...subject]
    .slice(0, SORTED_SUBJECT_LENGTH)
    .join('')
    .replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
// By the counter, since formats change.
const numberOf = ({ number }: Ticket) => ticketCounterOf(number).padStart(SORTED_NUMBER_DIGITS, '0');

/** The orders of ticket lists; tickets with equal keys are sorted by id, in the same direction. */
export const TICKET_ORDERS: Readonly<Record<TicketSort, Order>> = {
  newest: { isDescending: true, keyOf: (ticket) => ticket.last_message_at },
  oldest: { isDescending: false, keyOf: (ticket) => ticket.last_message_at },
  created: { isDescending: true, keyOf: (ticket) => ticket.created_at },
  waiting: { isDescending: false, keyOf: (ticket) => ticket.waiting_since },
  due: { isDescending: false, keyOf: slaDueAt },
  priority_high: { isDescending: false, keyOf: rankOf },
  priority_low: { isDescending: true, keyOf: rankOf },
  number_high: { isDescending: true, keyOf: numberOf },
  number_low: { isDescending: false, keyOf: numberOf },
  subject_az: { isDescending: false, keyOf: subjectOf },
  subject_za: { isDescending: true, keyOf: subjectOf },
};

/**
 * Negative: `a` comes first. Compares by code points, as the database does; JavaScript's own order puts characters beyond
 * U+FFFF too early.
 */
export function compareSortKeys(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  let at = 0;
  while (at < length && a[at] === b[at]) at += 1;
  if (at === length) return a.length - b.length;
  return placeOfUnit(a.charCodeAt(at)) - placeOfUnit(b.charCodeAt(at));
}

/** Surrogates come after all other code units. */
const placeOfUnit = (unit: number): number => {
  if (unit >= 0xe000) return unit - 0x800;
  return unit >= 0xd800 ? unit + 0x2000 : unit;
};
