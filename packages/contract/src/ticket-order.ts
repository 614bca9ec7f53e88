import { slaDueAt } from './ticket-matching.ts';
import type { Ticket, TICKET_SORTS } from './tickets.ts';

/** An order in which a list of tickets can stand. */
export type TicketSort = (typeof TICKET_SORTS)[number];

type Order = {
  isDescending: boolean;
  /** What a ticket stands by, so that text compares as the order wants it. Null: the list leaves it out. */
  keyOf(ticket: Ticket): string | null;
};

/** As long as the number of a ticket, and the rank of a priority, are made for comparing them as text. */
export const ORDER_DIGITS = 20;

// Ranks count from 1, the most urgent.
const rankOf = ({ priority_rank: rank }: Ticket) => String(rank).padStart(ORDER_DIGITS, '0');
const numberOf = ({ number }: Ticket) => number.padStart(ORDER_DIGITS, '0');

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
};
