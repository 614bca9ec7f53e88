import { z } from 'zod';

/** What of the day a ticket was opened on stands in its number. */
export const TICKET_NUMBER_DATES = ['none', 'year', 'month', 'day'] as const;

/** The counter begins at six digits; more than nine could be taken for the mark that subjects of e-mails carry. */
export const TICKET_NUMBER_DIGITS = { min: 6, max: 9 };
export const TICKET_PREFIX = /^(?:[A-Z][A-Z0-9]{0,5})?$/;

/** How numbers of new tickets are written. */
export const ticketNumberFormat = z.strictObject({
  prefix: z.string().regex(TICKET_PREFIX, 'At most six capital letters and digits, a letter first'),
  date: z.enum(TICKET_NUMBER_DATES),
  digits: z.number().int().min(TICKET_NUMBER_DIGITS.min).max(TICKET_NUMBER_DIGITS.max),
});
export type TicketNumberFormat = z.infer<typeof ticketNumberFormat>;

const DATE_LENGTH = { none: 0, year: 4, month: 6, day: 8 };

/**
 * The number of a ticket. `counter` never comes twice and stands last behind a hyphen, so numbers of all formats differ. `day`:
 * YYYY-MM-DD.
 */
export function ticketNumber(
  { prefix, date, digits }: TicketNumberFormat,
  counter: string,
  day: string,
): string {
  const written = day.replaceAll('-', '').slice(0, DATE_LENGTH[date]);
  return [prefix, written, counter.padStart(digits, '0')].filter((part) => part !== '').join('-');
}

/** The counter in a number of whatever format: tickets stand by it, oldest lowest. */
export const counterIn = (number: string): string => /\d+$/.exec(number)?.[0] ?? number;

/** Every number that a format can make or has made, and nothing that holds more. */
export const TICKET_NUMBER = '(?:[A-Z][A-Z0-9]{0,5}-)?(?:\\d{8}-|\\d{6}-|\\d{4}-)??\\d{1,15}';
