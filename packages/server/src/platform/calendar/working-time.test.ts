import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { createCalendar, type CalendarDefinition, type Period } from './calendar.ts';
import { slowCalendar } from './slow-reference.ts';
import { addWorkingTime, isOpenAt, nextOpening, openSpans, workingTimeBetween } from './working-time.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const hours = (from: number, to: number): Period => ({ from_minute: from * 60, to_minute: to * 60 });
const everyDay = (...periods: Period[]) => Array.from({ length: 7 }, () => periods);
const week = (weekday: Period[], saturday: Period[] = []) => [
  ...Array.from({ length: 5 }, () => weekday),
  saturday,
  [],
];
const calendar = (
  timeZone: string,
  days: CalendarDefinition['week'],
  exceptions: CalendarDefinition['exceptions'] = [],
) => createCalendar({ timeZone, week: days, exceptions });
const at = (text: string) => new Date(text);
const due = (of: ReturnType<typeof calendar>, from: string, ms: number) =>
  addWorkingTime(of, at(from), ms)?.toISOString();

const office = calendar('Asia/Jakarta', week([hours(8, 12), hours(13, 17)], [hours(8, 12)]), [
  { date: '2026-12-25', isYearly: true, periods: [] },
  { date: '2026-03-19', isYearly: false, periods: [hours(9, 11)] },
]);

describe('a week of work in Jakarta', () => {
  it.each([
    [
      'Friday 16:55 and 30 minutes: Saturday 08:25',
      '2026-11-20T16:55:00+07:00',
      30 * MINUTE,
      '2026-11-21T01:25:00.000Z',
    ],
    [
      'what is full as the office closes is due then',
      '2026-11-20T16:55:00+07:00',
      5 * MINUTE,
      '2026-11-20T10:00:00.000Z',
    ],
    ['lunch does not count', '2026-11-20T11:50:00+07:00', 20 * MINUTE, '2026-11-20T06:10:00.000Z'],
    ['nor does Sunday', '2026-11-21T11:50:00+07:00', 20 * MINUTE, '2026-11-23T01:10:00.000Z'],
    ['nor Christmas, in any year', '2031-12-24T16:59:00+07:00', 2 * MINUTE, '2031-12-26T01:01:00.000Z'],
    ['a short day is as short as it is', '2026-03-19T08:00:00+07:00', 3 * HOUR, '2026-03-20T02:00:00.000Z'],
    ['seconds count', '2026-11-20T16:59:30.250+07:00', 45_000, '2026-11-21T01:00:15.250Z'],
    ['nothing to wait for is over at once', '2026-11-22T10:00:00+07:00', 0, '2026-11-22T03:00:00.000Z'],
  ])('%s', (_what, from, ms, expected) => expect(due(office, from, ms)).toBe(expected));

  it('opens when it opens', () => {
    expect(nextOpening(office, at('2026-11-20T17:00:00+07:00'))?.toISOString()).toBe(
      '2026-11-21T01:00:00.000Z',
    );
    expect(nextOpening(office, at('2026-11-20T12:00:00+07:00'))?.toISOString()).toBe(
      '2026-11-20T06:00:00.000Z',
    );
    expect(nextOpening(office, at('2026-11-20T10:12:13+07:00'))?.toISOString()).toBe(
      '2026-11-20T03:12:13.000Z',
    );
    expect(isOpenAt(office, at('2026-11-20T16:59:59.999+07:00'))).toBe(true);
    expect(isOpenAt(office, at('2026-11-20T17:00:00+07:00'))).toBe(false);
  });

  it('counts nothing backwards', () => {
    expect(workingTimeBetween(office, at('2026-11-20T10:00:00Z'), at('2026-11-19T10:00:00Z'))).toBe(0);
  });
});

describe('clocks that change', () => {
  const berlin = calendar('Europe/Berlin', everyDay(hours(9, 17)));

  it('leave a day from nine to five from nine to five', () => {
    expect(due(berlin, '2026-03-28T16:00:00+01:00', 2 * HOUR)).toBe('2026-03-29T08:00:00.000Z');
    expect(due(berlin, '2026-10-24T16:00:00+02:00', 2 * HOUR)).toBe('2026-10-25T09:00:00.000Z');
  });

  it('an hour that is skipped is never open, and one that comes twice is open twice', () => {
    const night = calendar('Europe/Berlin', everyDay(hours(2, 3)));
    const between = (from: string, to: string) => workingTimeBetween(night, at(from), at(to)) / HOUR;
    expect(between('2026-03-28T22:00:00Z', '2026-03-29T22:00:00Z')).toBe(0);
    expect(between('2026-10-24T22:00:00Z', '2026-10-25T23:00:00Z')).toBe(2);
    expect(between('2026-06-01T22:00:00Z', '2026-06-02T22:00:00Z')).toBe(1);
  });

  it('around the clock is 23 hours in spring and 25 in autumn', () => {
    const always = calendar('Europe/Berlin', everyDay(hours(0, 24)));
    const day = (from: string, to: string) => workingTimeBetween(always, at(from), at(to)) / HOUR;
    expect(day('2026-03-29T00:00:00+01:00', '2026-03-30T00:00:00+02:00')).toBe(23);
    expect(day('2026-10-25T00:00:00+02:00', '2026-10-26T00:00:00+01:00')).toBe(25);
    expect(due(always, '2026-03-28T22:00:00Z', 100 * DAY)).toBe('2026-07-06T22:00:00.000Z');
  });

  it('a day that Samoa never had is no day of work', () => {
    const apia = calendar('Pacific/Apia', everyDay(hours(9, 10)));
    // Apia skipped the 30th.
    expect(due(apia, '2011-12-29T09:30:00-10:00', HOUR)).toBe(at('2011-12-31T09:30:00+14:00').toISOString());
  });
});

describe('hours that hardly ever come', () => {
  const closed = everyDay();

  it('never open: never due', { tags: 'full' }, () => {
    const never = calendar('Asia/Jakarta', closed, [{ date: '2026-01-01', isYearly: true, periods: [] }]);
    expect(addWorkingTime(never, at('2026-01-01T00:00:00Z'), 1)).toBeUndefined();
    expect(nextOpening(never, at('2026-01-01T00:00:00Z'))).toBeUndefined();
    expect(workingTimeBetween(never, at('1900-01-01T00:00:00Z'), at('2500-01-01T00:00:00Z'))).toBe(0);
  });

  it('open once, and that is over: never due again', () => {
    const once = calendar('America/New_York', closed, [
      { date: '2026-01-01', isYearly: false, periods: [hours(9, 10)] },
    ]);
    expect(due(once, '2025-01-01T00:00:00Z', HOUR)).toBe('2026-01-01T15:00:00.000Z');
    expect(due(once, '2026-01-02T00:00:00Z', HOUR)).toBeUndefined();
  });

  it('only on 29 February, over a year that leaves it out', () => {
    const leap = calendar('UTC', closed, [{ date: '2024-02-29', isYearly: true, periods: [hours(9, 10)] }]);
    expect(due(leap, '2096-03-01T00:00:00Z', 30 * MINUTE)).toBe('2104-02-29T09:30:00.000Z');
    expect(due(leap, '2096-03-01T00:00:00Z', 500 * HOUR)).toBeUndefined();
  });

  it('hundreds of years are no work', () => {
    const start = performance.now();
    const far = due(office, '2026-01-01T00:00:00Z', 300 * 365 * 4 * HOUR);
    expect(Number(far?.slice(0, 4))).toBeGreaterThan(2200);
    // Counting minute by minute would take a hundred million steps, and more than a minute.
    expect(performance.now() - start).toBeLessThan(3000);
  });
});

/** Zones with odd changes, and a moment close to one. */
const ODD: [zone: string, near: string][] = [
  ['Europe/Berlin', '2026-03-29T01:00:00Z'],
  ['Europe/Berlin', '2026-10-25T01:00:00Z'],
  ['Australia/Lord_Howe', '2026-04-04T15:00:00Z'],
  ['Australia/Lord_Howe', '2026-10-03T15:30:00Z'],
  ['America/St_Johns', '2011-03-13T03:31:00Z'],
  ['America/St_Johns', '2026-11-01T04:30:00Z'],
  ['Africa/Casablanca', '2026-02-15T02:00:00Z'],
  ['Africa/Casablanca', '2026-03-22T02:00:00Z'],
  ['Pacific/Apia', '2011-12-30T10:00:00Z'],
  ['America/Sao_Paulo', '2018-11-04T03:00:00Z'],
  ['Asia/Kathmandu', '2026-12-31T18:15:00Z'],
  ['Asia/Jakarta', '2027-01-01T00:00:00Z'],
];

const periods: fc.Arbitrary<Period[]> = fc
  .uniqueArray(fc.oneof(fc.integer({ min: 0, max: 1440 }), fc.constantFrom(0, 60, 120, 150, 180, 1440)), {
    maxLength: 6,
  })
  .map((minutes) => minutes.toSorted((a, b) => a - b))
  .map((edges) =>
    edges.flatMap((from, index) => {
      const to = edges[index + 1];
      return index % 2 === 0 && to !== undefined ? [{ from_minute: from, to_minute: to }] : [];
    }),
  );

const situation = fc.constantFrom(...ODD).chain(([timeZone, near]) => {
  const day = fc
    .integer({ min: -3, max: 3 })
    .map((days) => new Date(Date.parse(near) + days * DAY).toISOString().slice(0, 10));
  const exception = fc.record({ date: day, isYearly: fc.boolean(), periods });
  return fc.record({
    definition: fc.record({
      timeZone: fc.constant(timeZone),
      week: fc.array(periods, { minLength: 7, maxLength: 7 }),
      exceptions: fc.array(exception, { maxLength: 3 }),
    }),
    from: fc.integer({ min: -3 * 1440, max: 1440 }).map((minutes) => Date.parse(near) + minutes * MINUTE),
    length: fc.integer({ min: 0, max: 4 * 1440 }),
  });
});

describe('against a reference that asks the clock on the wall minute by minute', () => {
  const runs = { numRuns: process.env['TEST_RUN'] === 'core' ? 15 : 120 };

  test('as much time is open between two moments', () => {
    fc.assert(
      fc.property(situation, ({ definition, from, length }) => {
        const to = from + length * MINUTE;
        const spans = openSpans(createCalendar(definition), new Date(from), new Date(to));
        const edges = spans.flatMap((span) => [span.from, span.to]);
        expect(edges).toEqual(edges.toSorted((a, b) => a - b));
        expect(spans.reduce((sum, span) => sum + span.to - span.from, 0)).toBe(
          slowCalendar(definition).workingTimeBetween(from, to),
        );
        expect(workingTimeBetween(createCalendar(definition), new Date(from), new Date(to))).toBe(
          slowCalendar(definition).workingTimeBetween(from, to),
        );
      }),
      runs,
    );
  });

  test('the same moment is due, and it opens at the same moment', () => {
    fc.assert(
      fc.property(situation, ({ definition, from, length }) => {
        const [fast, slow] = [createCalendar(definition), slowCalendar(definition)];
        const until = from + 5 * DAY;
        const within = (found: Date | undefined) =>
          found && found.getTime() <= until ? found.getTime() : undefined;
        const ms = Math.max(1, Math.floor(length / 4)) * MINUTE;
        expect(within(addWorkingTime(fast, new Date(from), ms))).toBe(slow.addWorkingTime(from, ms, until));
        const opening = slow.nextOpening(from, until + MINUTE);
        expect(within(nextOpening(fast, new Date(from)))).toBe(opening);
        expect(isOpenAt(fast, new Date(from))).toBe(slow.isOpenAt(from));
      }),
      runs,
    );
  });

  test('what was added lies between, and parts make the whole, over years', () => {
    const when = fc.integer({ min: Date.UTC(1975, 0), max: Date.UTC(2040, 0) });
    fc.assert(
      fc.property(situation, when, fc.integer({ min: 1, max: 2000 * HOUR }), ({ definition }, start, ms) => {
        const fast = createCalendar(definition);
        const from = new Date(start);
        const to = addWorkingTime(fast, from, ms);
        if (!to) return;
        expect(workingTimeBetween(fast, from, to)).toBe(ms);
        expect(workingTimeBetween(fast, from, new Date(to.getTime() - 1))).toBe(ms - 1);
        const middle = new Date((from.getTime() + to.getTime()) / 2);
        expect(workingTimeBetween(fast, from, middle) + workingTimeBetween(fast, middle, to)).toBe(ms);
      }),
      runs,
    );
  });
});
