import { z } from 'zod';

/** The part of the opening date that is in a ticket's number. */
export const TICKET_NUMBER_DATES = ['none', 'year', 'month', 'day'] as const;

/** The counter has at least six digits; more than nine could be mistaken for the mark in subjects of e-mails. */
export const TICKET_NUMBER_DIGITS = { min: 6, max: 9 };
export const TICKET_PREFIX = /^(?:[A-Z][A-Z0-9]{0,5})?$/;

/** The format of new tickets' numbers. */
export const ticketNumberFormat = z.strictObject({
  prefix: z.string().regex(TICKET_PREFIX, 'At most six capital letters and digits, a letter first'),
  date: z.enum(TICKET_NUMBER_DATES),
  digits: z.number().int().min(TICKET_NUMBER_DIGITS.min).max(TICKET_NUMBER_DIGITS.max),
});
export type TicketNumberFormat = z.infer<typeof ticketNumberFormat>;

const DATE_LENGTH = { none: 0, year: 4, month: 6, day: 8 };

/**
 * The number of a ticket. `counter` is unique and comes last, after a hyphen, so numbers of all formats differ. @param day
 * YYYY-MM-DD
 */
export function ticketNumber(
  { prefix, date, digits }: TicketNumberFormat,
  counter: string,
  day: string,
): string {
  const written = day.replaceAll('-', '').slice(0, DATE_LENGTH[date]);
  return [prefix, written, counter.padStart(digits, '0')].filter((part) => part !== '').join('-');
}

/** The counter of a number in any format, by which tickets are sorted. */
export const ticketCounterOf = (number: string): string => /\d+$/.exec(number)?.[0] ?? number;

/** Matches every number of any format, and nothing longer. */
export const TICKET_NUMBER_PATTERN = '(?:[A-Z][A-Z0-9]{0,5}-)?(?:\\d{8}-|\\d{6}-|\\d{4}-)??\\d{1,15}';
