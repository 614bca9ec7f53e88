import { describe, expect, it } from 'vitest';
import { readHolidays } from './icalendar.ts';

const now = new Date('2026-11-20T00:00:00Z');
const event = (...lines: string[]) => ['BEGIN:VEVENT', ...lines, 'END:VEVENT'];
const file = (...lines: string[]) =>
  ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Test//EN', ...lines, 'END:VCALENDAR'].join('\r\n');
const read = (...lines: string[]) => readHolidays(file(...event(...lines)), now);
const dates = (...lines: string[]) => read(...lines).days.map(({ date }) => date);

describe('holidays from a calendar file', () => {
  it('are its whole days, the last one not counted', () => {
    expect(read('SUMMARY:Nyepi', 'DTSTART;VALUE=DATE:20270308', 'DTEND;VALUE=DATE:20270309').days).toEqual([
      { name: 'Nyepi', date: '2027-03-08' },
    ]);
    expect(dates('SUMMARY:Lebaran', 'DTSTART;VALUE=DATE:20270309', 'DTEND;VALUE=DATE:20270312')).toEqual([
      '2027-03-09',
      '2027-03-10',
      '2027-03-11',
    ]);
    expect(dates('SUMMARY:One day', 'DTSTART;VALUE=DATE:20270401')).toEqual(['2027-04-01']);
    expect(dates('SUMMARY:Two', 'DTSTART;VALUE=DATE:20271231', 'DURATION:P2D')).toEqual([
      '2027-12-31',
      '2028-01-01',
    ]);
  });

  it('move one of a series: the old date is free, whether it is held another day or called off', () => {
    const series = [
      'UID:founding',
      'SUMMARY:Founding day',
      'DTSTART;VALUE=DATE:20260301',
      'RRULE:FREQ=YEARLY',
    ];
    const other = (uid: string, old: string, ...lines: string[]) =>
      event(`UID:${uid}`, 'SUMMARY:Founding day', `RECURRENCE-ID;VALUE=DATE:${old}`, ...lines);
    const moved = readHolidays(
      file(
        ...other('founding', '20270301', 'DTSTART;VALUE=DATE:20270305'),
        ...event(...series),
        ...other('founding', '20280301', 'DTSTART;VALUE=DATE:20280301', 'STATUS:CANCELLED'),
        ...other('another', '20290301', 'DTSTART;VALUE=DATE:20290307'),
      ),
      now,
    );
    expect(moved.problems).toEqual([]);
    expect(moved.days.map(({ date }) => date)).toEqual([
      ...['2026-03-01', '2027-03-05', '2029-03-01', '2029-03-07', '2030-03-01'],
    ]);
    const outlook = file(
      ...event(...series),
      ...event(
        ...['UID:founding', 'SUMMARY:Founding day', 'X-MICROSOFT-CDO-ALLDAYEVENT:TRUE'],
        ...[
          'RECURRENCE-ID;TZID=Asia/Jakarta:20270301T000000',
          'DTSTART:20270302T000000',
          'DTEND:20270303T000000',
        ],
      ),
    );
    const days = readHolidays(outlook, now).days.map(({ date }) => date);
    expect(days.slice(0, 2)).toEqual(['2026-03-01', '2027-03-02']);
    // The changed rest of a series is not supported.
    const range = event(...series.slice(0, 3), 'RECURRENCE-ID;RANGE=THISANDFUTURE;VALUE=DATE:20270301');
    expect(readHolidays(file(...range), now).problems).toMatchObject([{ problem: 'changes_another' }]);
  });

  it('recur for five years from the start of this one', () => {
    expect(dates('SUMMARY:Christmas', 'DTSTART;VALUE=DATE:19701225', 'RRULE:FREQ=YEARLY')).toEqual(
      [2026, 2027, 2028, 2029, 2030].map((year) => `${year}-12-25`),
    );
    const thanksgiving = ['DTSTART;VALUE=DATE:20251127', 'RRULE:FREQ=YEARLY;BYMONTH=11;BYDAY=4TH'];
    expect(dates('SUMMARY:Thanksgiving', ...thanksgiving).slice(0, 2)).toEqual(['2026-11-26', '2027-11-25']);
    expect(dates('SUMMARY:Twice', 'DTSTART;VALUE=DATE:20270101', 'RRULE:FREQ=DAILY;COUNT=2')).toHaveLength(2);
    expect(
      dates('SUMMARY:Never', 'DTSTART;VALUE=DATE:20270101', 'RRULE:FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30'),
    ).toEqual([]);
    const without = ['RRULE:FREQ=YEARLY', 'EXDATE;VALUE=DATE:20280101'];
    expect(dates('SUMMARY:New year', 'DTSTART;VALUE=DATE:20270101', ...without)).not.toContain('2028-01-01');
  });

  it('are whole days also where Outlook writes them by the clock', () => {
    const clock = [
      'DTSTART;TZID=SE Asia Standard Time:20270615T000000',
      'DTEND;TZID=SE Asia Standard Time:20270616T000000',
    ];
    const outlook = [...clock, 'X-MICROSOFT-CDO-ALLDAYEVENT:TRUE'];
    expect(read("SUMMARY:Founders' day", ...outlook)).toEqual({
      days: [{ name: "Founders' day", date: '2027-06-15' }],
      problems: [],
    });
    expect(read('SUMMARY:A night', ...clock).problems).toMatchObject([{ problem: 'part_of_a_day' }]);
  });

  it('that were called off are left out', () => {
    const day = ['DTSTART;VALUE=DATE:20270716', 'DTEND;VALUE=DATE:20270717'];
    expect(read('SUMMARY:Staff outing', ...day, 'STATUS:CANCELLED')).toEqual({ days: [], problems: [] });
    expect(dates('SUMMARY:Staff outing', ...day, 'STATUS:CONFIRMED')).toEqual(['2027-07-16']);
  });

  it('of the same day are one', () => {
    const twice = file(
      ...event('SUMMARY:A', 'DTSTART;VALUE=DATE:20270101'),
      ...event('SUMMARY:B', 'DTSTART;VALUE=DATE:20270101'),
    );
    expect(readHolidays(twice, now).days).toEqual([{ name: 'A', date: '2027-01-01' }]);
  });

  it.each([
    ['a meeting', ['SUMMARY:X', 'DTSTART:20270101T090000Z'], 'part_of_a_day'],
    ['no name', ['DTSTART;VALUE=DATE:20270101'], 'no_name'],
    ['no date', ['SUMMARY:X'], 'no_date'],
    ['a day that there is not', ['SUMMARY:X', 'DTSTART;VALUE=DATE:20270231'], 'unreadable'],
    ['a day that there is not, without its kind', ['SUMMARY:X', 'DTSTART:20270231'], 'unreadable'],
    [
      'an end on a day that there is not',
      ['SUMMARY:X', 'DTSTART;VALUE=DATE:20270228', 'DTEND;VALUE=DATE:20270230'],
      'unreadable',
    ],
    [
      'a year of leave',
      ['SUMMARY:X', 'DTSTART;VALUE=DATE:20270101', 'DTEND;VALUE=DATE:20280101'],
      'too_long',
    ],
    [
      'a day that no month has',
      ['SUMMARY:X', 'DTSTART;VALUE=DATE:20260201', 'RRULE:FREQ=YEARLY;BYMONTH=2;BYDAY=MO;BYMONTHDAY=31'],
      'recurs_oddly',
    ],
    [
      'every day for longer than anybody remembers',
      ['SUMMARY:X', 'DTSTART;VALUE=DATE:17890714', 'RRULE:FREQ=DAILY'],
      'recurs_oddly',
    ],
    ['every second', ['SUMMARY:X', 'DTSTART;VALUE=DATE:20270101', 'RRULE:FREQ=SECONDLY'], 'recurs_oddly'],
  ])('leave out %s, and say why', (_what, lines, problem) => {
    const { days, problems } = read(...lines);
    expect(days).toEqual([]);
    expect(problems.map((one) => one.problem)).toEqual([problem]);
  });

  it.each(['', 'hello', '<html></html>', 'BEGIN:VEVENT\r\nEND:VEVENT', 'BEGIN:VCALENDAR'])(
    'are not in "%s"',
    (text) => {
      const { days, problems } = readHolidays(text, now);
      expect(days).toEqual([]);
      expect(problems).toEqual([{ event: '', problem: 'not_a_calendar' }]);
    },
  );

  it.each([
    'RRULE:FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30',
    'RRULE:FREQ=MONTHLY;BYMONTH=2;BYMONTHDAY=31',
    'RRULE:FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30',
    'RRULE:FREQ=WEEKLY;INTERVAL=1000000000',
    'RRULE:FREQ=YEARLY;BYDAY=53MO',
    'RRULE:FREQ=YEARLY;BYYEARDAY=400',
    'RRULE:FREQ=DAILY;INTERVAL=0',
    'DTEND;VALUE=DATE:20200101',
    'DTEND;VALUE=DATE:99999999',
    'DURATION:P99999999999W',
    'RDATE;VALUE=PERIOD:19960403T020000Z/PT3H',
  ])('end where a file means no good: %s', (line) => {
    // The test is that it returns at all: the library would search for ever for the next day of a rule without any.
    const { days } = readHolidays(file(...event('SUMMARY:X', 'DTSTART;VALUE=DATE:19000101', line)), now);
    expect(days.length).toBeLessThanOrEqual(5 * 366);
  });
});
