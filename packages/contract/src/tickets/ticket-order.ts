import { slaDueAt } from './ticket-matching.ts';
import { counterIn } from './ticket-number.ts';
import type { Ticket, TICKET_SORTS } from './tickets.ts';

/** An order in which a list of tickets can stand. */
export type TicketSort = (typeof TICKET_SORTS)[number];

type Order = {
  isDescending: boolean;
  /** What a ticket stands by, so that text compares as the order wants it. Null: the list leaves it out. */
  keyOf(ticket: Ticket): string | null;
};

/** So much of a subject counts: two that are alike that far stand by their ids. */
export const ORDER_LETTERS = 60;

/** As long as the number of a ticket, and the rank of a priority, are made for comparing them as text. */
export const ORDER_DIGITS = 20;

// Ranks count from 1, the most urgent.
const rankOf = ({ priority_rank: rank }: Ticket) => String(rank).padStart(ORDER_DIGITS, '0');
// As the database has it in its index: plain letters without their case, everything else by its code.
const subjectOf = ({ subject }: Ticket) =>
  [...subject]
    .slice(0, ORDER_LETTERS)
    .join('')
    .replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
// By its counter: formats change.
const numberOf = ({ number }: Ticket) => counterIn(number).padStart(ORDER_DIGITS, '0');

/** The orders of lists of tickets; where keys are equal the id decides, in the same direction. */
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

/** Below zero: `a` comes first. As the database compares, by code points: JavaScript puts what is beyond U+FFFF too early. */
export function compareKeys(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  let at = 0;
  while (at < length && a[at] === b[at]) at += 1;
  if (at === length) return a.length - b.length;
  return placeOfUnit(a.charCodeAt(at)) - placeOfUnit(b.charCodeAt(at));
}

/** Halves of a code point beyond U+FFFF come after all others. */
const placeOfUnit = (unit: number): number => {
  if (unit >= 0xe000) return unit - 0x800;
  return unit >= 0xd800 ? unit + 0x2000 : unit;
};
