import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  ticketCounterOf,
  TICKET_NUMBER_PATTERN,
  TICKET_NUMBER_DATES,
  ticketNumber,
  ticketNumberFormat,
} from './ticket-number.ts';

const format = fc.record({
  prefix: fc.constantFrom('', 'T', 'SUP2'),
  date: fc.constantFrom(...TICKET_NUMBER_DATES),
  digits: fc.integer({ min: 6, max: 9 }),
});
const counter = fc.integer({ min: 100_001, max: 99_999_999 }).map(String);

it.each([
  ['', 'none', 6, '100042'],
  ['', 'none', 8, '00100042'],
  ['SUP', 'none', 6, 'SUP-100042'],
  ['T', 'year', 6, 'T-2026-100042'],
  ['', 'month', 7, '202611-0100042'],
  ['T', 'day', 6, 'T-20261126-100042'],
] as const)('prefix "%s", date %s, %i digits: %s', (prefix, date, digits, expected) => {
  expect(ticketNumber({ prefix, date, digits }, '100042', '2026-11-26')).toBe(expected);
});

it('numbers of all formats differ, stand in the order of their counters, and are read back', () => {
  const whole = new RegExp(`^${TICKET_NUMBER_PATTERN}$`);
  fc.assert(
    fc.property(format, format, counter, counter, (one, other, a, b) => {
      const [first, second] = [ticketNumber(one, a, '2026-11-26'), ticketNumber(other, b, '2027-01-01')];
      expect(whole.test(first)).toBe(true);
      expect(Number(ticketCounterOf(first))).toBe(Number(a));
      expect(a === b || first !== second).toBe(true);
    }),
  );
});

it.each(['t', '1T', 'TOOLONG', 'A-B', 'É', ' T'])('"%s" is no prefix', (prefix) => {
  expect(ticketNumberFormat.safeParse({ prefix, date: 'none', digits: 6 }).success).toBe(false);
});
