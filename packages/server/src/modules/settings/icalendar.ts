import type { HolidayImportProblem } from '@trunkline/contract';
import ICAL from 'ical.js';

export type ImportedDay = { name: string; date: string };
type Problem = { event: string; problem: HolidayImportProblem };

const YEARS = 5;
const MAX_EVENTS = 2000;
/** A longer event is a mistake, or somebody's vacation. */
const MAX_DAYS = 31;
/** Max. occurrences that are checked in a file; a yearly holiday since 1970 takes sixty. */
const MAX_OCCURRENCES = 20_000;
/** Earlier series are not read, since each of their days would be checked. */
const FIRST_YEAR = 1900;
/** Days of each month in a leap year. */
const LENGTHS = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
const MAX_INTERVAL = 100;

/**
 * The supported rules of recurrence, and their parts. The library searches for ever for the next day of a rule that has none
 * (such as each 30th of February), so it only gets rules for which that cannot happen.
 */
const RULES: Partial<Record<string, readonly string[]>> = {
  DAILY: [],
  WEEKLY: ['BYDAY'],
  MONTHLY: ['BYDAY', 'BYMONTHDAY'],
  YEARLY: ['BYMONTH', 'BYMONTHDAY', 'BYDAY'],
};

/** The all-day events of a calendar file, for five years from this year. Pure. */
export function readHolidays(text: string, now: Date): { days: ImportedDay[]; problems: Problem[] } {
  const blocks = eventsIn(text.trim());
  if (!blocks) return { days: [], problems: [{ event: '', problem: 'not_a_calendar' }] };
  if (blocks.length > MAX_EVENTS) return { days: [], problems: [{ event: '', problem: 'too_many' }] };
  const first = now.getUTCFullYear();
  const years = { first, last: first + YEARS, left: MAX_OCCURRENCES };
  const days: ImportedDay[] = [];
  const problems: Problem[] = [];
  const components = blocks.map(componentOf);
  const moved = movedIn(components);
  for (const component of components) {
    const read = readEvent(component, { years, moved });
    if ('problem' in read) problems.push(read);
    else days.push(...read.days);
  }
  return { days: withoutRepeats(days), problems };
}

/** Each event separately, so that an invalid one does not affect the others. */
function eventsIn(text: string): string[] | undefined {
  if (!/^BEGIN:VCALENDAR\r?\n[\s\S]*\nEND:VCALENDAR$/i.test(text)) return undefined;
  return text
    .split(/^BEGIN:VEVENT[ \t]*\r?\n/im)
    .slice(1)
    .map((rest) => {
      const end = rest.search(/^END:VEVENT/im);
      return `BEGIN:VEVENT\r\n${end < 0 ? rest : rest.slice(0, end)}END:VEVENT`;
    });
}

/** `left`: how many more occurrences may be checked in the file. */
type YearRange = { first: number; last: number; left: number };

/** Undefined where it is invalid. */
function componentOf(block: string): ICAL.Component | undefined {
  try {
    return ICAL.Component.fromString(wholeDay(block));
  } catch {
    return undefined;
  }
}

/** Dates of a series (by id) that have events of their own: moved to another day, or cancelled. */
type MovedOccurrences = ReadonlyMap<string, ReadonlySet<string>>;

function movedIn(components: readonly (ICAL.Component | undefined)[]): MovedOccurrences {
  const moved = new Map<string, Set<string>>();
  for (const component of components) {
    const old = component && oldDateOf(component);
    if (!old) continue;
    const id = idOf(component);
    moved.set(id, (moved.get(id) ?? new Set()).add(old));
  }
  return moved;
}

const idOf = (component: ICAL.Component): string => String(component.getFirstPropertyValue('uid') ?? '');

/** The date in the series that an event replaces; undefined where it replaces none. */
function oldDateOf(component: ICAL.Component): string | undefined {
  const property = component.getFirstProperty('recurrence-id');
  const value = property?.getFirstValue();
  const isOne = property !== null && property?.getParameter('range') === undefined;
  return isOne && value instanceof ICAL.Time && value.isDate ? value.toString() : undefined;
}

type ReadContext = { years: YearRange; moved: MovedOccurrences };

function readEvent(
  component: ICAL.Component | undefined,
  ways: ReadContext,
): Problem | { days: ImportedDay[] } {
  let name = '';
  try {
    if (!component) return { event: '', problem: 'unreadable' };
    // Cancelled.
    if (/^cancelled$/i.test(String(component.getFirstPropertyValue('status') ?? ''))) return { days: [] };
    name = String(component.getFirstPropertyValue('summary') ?? '').trim();
    const problem = problemOf(component, name);
    if (problem) return { event: name, problem };
    const event = new ICAL.Event(component);
    return { days: daysOf(event, ways).map((date) => ({ name: name.slice(0, MAX_NAME), date })) };
  } catch {
    return { event: name, problem: 'unreadable' };
  }
}

const MAX_NAME = 120;

/** Outlook writes all-day events as times from midnight to midnight, with a mark that they are all-day. */
function wholeDay(block: string): string {
  if (!/^X-MICROSOFT-CDO-ALLDAYEVENT:TRUE[ \t]*\r?$/im.test(block)) return block;
  return block.replace(
    /^(DTSTART|DTEND|RECURRENCE-ID)(?:;[^:\r\n]{0,200})?:(\d{8})T000000\r?$/gim,
    '$1;VALUE=DATE:$2',
  );
}

/** Why an event cannot be imported. */
function problemOf(component: ICAL.Component, name: string): HolidayImportProblem | undefined {
  if (!name) return 'no_name';
  const start = component.getFirstPropertyValue('dtstart');
  if (!(start instanceof ICAL.Time)) return 'no_date';
  if (!start.isDate) return 'part_of_a_day';
  if (!DATES.every((name) => isThere(component, name))) return 'unreadable';
  if (component.hasProperty('recurrence-id') && !oldDateOf(component)) return 'changes_another';
  if (lengthOf(new ICAL.Event(component)) > MAX_DAYS) return 'too_long';
  return recursOddly(component, start) ? 'recurs_oddly' : undefined;
}

function recursOddly(component: ICAL.Component, start: ICAL.Time): boolean {
  const rules = component.getAllProperties('rrule').map((property) => property.getFirstValue());
  if (component.hasProperty('rdate') || rules.length > 1 || !rules.every(isOfHolidays)) return true;
  return rules.length > 0 && start.year < FIRST_YEAR;
}

const DATES = ['dtstart', 'dtend'] as const;

/** Whether the date exists: the library turns 31 February into 3 March, so what it read is compared with what is written. */
function isThere(component: ICAL.Component, name: (typeof DATES)[number]): boolean {
  const property = component.getFirstProperty(name);
  const value = property?.getFirstValue();
  if (!property || !(value instanceof ICAL.Time)) return true;
  const written: unknown = property.jCal[3];
  return value.toString() === written;
}

function isOfHolidays(rule: unknown): boolean {
  if (!(rule instanceof ICAL.Recur) || rule.interval < 1 || rule.interval > MAX_INTERVAL) return false;
  const allowed = RULES[rule.freq];
  return (
    allowed !== undefined && Object.keys(rule.parts).every((part) => allowed.includes(part)) && hasDay(rule)
  );
}

/** A 31 February that is a Monday would be searched for ever. */
function hasDay({
  parts: { BYMONTH: months = LENGTHS.map((_, index) => index + 1), BYMONTHDAY: days },
}: ICAL.Recur): boolean {
  return !days || months.some((month) => days.some((day) => Math.abs(day) <= (LENGTHS[month - 1] ?? 0)));
}

/** In days: the end is the day after the last. */
const lengthOf = (event: ICAL.Event): number => Math.max(1, Math.round(event.duration.toSeconds() / 86_400));

function daysOf(event: ICAL.Event, { years, moved }: ReadContext): string[] {
  const length = lengthOf(event);
  const free = event.isRecurring() ? moved.get(idOf(event.component)) : undefined;
  return startsOf(event, years)
    .filter((from) => !free?.has(from.toString().slice(0, 10)))
    .flatMap((from) => Array.from({ length }, (_, index) => dayAfter(from, index)))
    .filter((date) => date >= `${years.first}-01-01` && date < `${years.last}-01-01`);
}

function startsOf(event: ICAL.Event, years: YearRange): ICAL.Time[] {
  if (!event.isRecurring()) return [event.startDate];
  const iterator = event.iterator();
  const rule = event.component.getFirstPropertyValue('rrule');
  // The library turns 30 February into 2 March.
  const months = rule instanceof ICAL.Recur ? rule.parts.BYMONTH : undefined;
  const starts: ICAL.Time[] = [];
  for (; years.left > 0; years.left -= 1) {
    const next = iterator.next() as ICAL.Time | undefined;
    if (!next || next.year >= years.last) break;
    if (next.year >= years.first - 1 && (!months || months.includes(next.month))) starts.push(next);
  }
  return starts;
}

function dayAfter(from: ICAL.Time, days: number): string {
  const day = from.clone();
  day.adjust(days, 0, 0, 0);
  return day.toString().slice(0, 10);
}

function withoutRepeats(days: readonly ImportedDay[]): ImportedDay[] {
  const byDate = new Map<string, ImportedDay>();
  for (const day of days) if (!byDate.has(day.date)) byDate.set(day.date, day);
  return [...byDate.values()].toSorted((a, b) => (a.date < b.date ? -1 : 1));
}
