import type { BodyOf, importCalendar, ListKind, ListValues, ResponseOf } from '@trunkline/contract';
import { readDay, readWeek } from '@trunkline/contract';
import type { Viewer } from '#platform/access';
import type { Query, Tx } from '#platform/db';
import { AppError } from '#platform/errors';
import type { Platform } from '#platform/platform';
import { createCalendar, type Calendar } from '#platform/calendar/calendar';
import { isHolidayAt, isOpenAt, nextOpening } from '#platform/calendar/working-time';
import { lockRulesShared, type Lists, type RowChange } from '#modules/lists';
import { readHolidays } from './icalendar.ts';
import * as store from './office-hours-store.ts';

/** Whose SLA targets a change moves; empty: all. */
export type AffectedDeadlines = { departments?: number[]; priority?: number };
type Deps = Pick<Platform, 'db' | 'clock'> & { lists: Lists };

/** Office hours of departments, and holidays. */
export type OfficeHoursSettings = {
  /** Registers a listener that runs in the transaction of each change that moves SLA targets. */
  onMoved(listener: (tx: Tx, moved: AffectedDeadlines) => Promise<void>): void;
  /** Office hours as text, for code that converts them. */
  list(q: Query, ids: readonly number[]): Promise<store.OfficeHoursText[]>;
  /** The office hours of a department; they do not change until the end of the transaction. */
  hoursOf(q: Query, departmentId: number): Promise<{ name: string; calendar: Calendar }>;
  /** Whether a department is open at that moment, and if not, when it opens; null: never. */
  stateAt(
    q: Query,
    departmentId: number,
    at: Date,
  ): Promise<{ isOpen: boolean; isHoliday: boolean; opensAt: Date | null; timeZone: string }>;
  /** Imports a calendar file, or returns what it would do. Existing days are not changed. */
  importCalendar(
    viewer: Viewer,
    body: BodyOf<typeof importCalendar>,
  ): Promise<ResponseOf<typeof importCalendar>['data']>;
};

/** See `OfficeHoursSettings`: office hours, holidays and priorities are lists of the settings. */
export function createOfficeHoursSettings({ db, clock, lists }: Deps): OfficeHoursSettings {
  const listeners: ((tx: Tx, moved: AffectedDeadlines) => Promise<void>)[] = [];

  // SLA targets are recalculated in the transaction of the change.
  lists.onChange(async (tx, kind, changes) => {
    const moved = await MOVED_BY[kind]?.(tx.q, changes);
    if (moved) for (const listener of listeners) await listener(tx, moved);
  });

  async function demandHours(q: Query, id: number | null): Promise<void> {
    if (id === null || (await store.hasOfficeHours(q, id))) return;
    throw new AppError('invalid_reference', [{ path: 'office_hours_id', message: 'Unknown office hours' }]);
  }

  return {
    onMoved: (listener) => void listeners.push(listener),

    list: (q, ids) => store.listHours(q, ids),

    async hoursOf(q, departmentId) {
      const [, hours] = await Promise.all([lockRulesShared(q), readHours(q, departmentId)]);
      return hours;
    },

    async stateAt(q, departmentId, at) {
      const { calendar } = await readHours(q, departmentId);
      const isOpen = isOpenAt(calendar, at);
      const opensAt = isOpen ? at : (nextOpening(calendar, at) ?? null);
      return { isOpen, isHoliday: isHolidayAt(calendar, at), opensAt, timeZone: calendar.timeZone };
    },

    async importCalendar(viewer, { icalendar, office_hours_id, apply }) {
      const { days, problems } = readHolidays(icalendar, clock.now());
      await demandHours(db.q, office_hours_id);
      const plan = async (q: Query) => {
        const kept = await store.listHolidaysFor(q, office_hours_id);
        // A yearly holiday is known for every year, by its month and day.
        const known = new Set(kept.map(({ date, is_yearly }) => (is_yearly ? date.slice(-5) : date)));
        const isKnown = ({ date }: { date: string }) => known.has(date) || known.has(date.slice(-5));
        return days.map((day) => ({ ...day, is_new: !isKnown(day) }));
      };
      let holidays = await plan(db.q);
      if (!apply) return { holidays, problems, created: 0, operation_id: null };
      const { operation_id } = await lists.add('holidays', viewer, async (q) => {
        holidays = await plan(q);
        return holidays
          .filter((day) => day.is_new)
          .map(({ name, date }): ListValues => ({
            name,
            date,
            is_yearly: false,
            hours: '',
            office_hours_id,
          }));
      });
      const created = holidays.filter((day) => day.is_new).length;
      return { holidays, problems, created, operation_id };
    },
  };
}

const TARGETS = ['first_response_minutes', 'next_response_minutes', 'resolution_minutes'];

type FindAffectedDeadlines = (q: Query, changes: readonly RowChange[]) => Promise<AffectedDeadlines | null>;

/** Whose SLA targets a change of a list moves; null for none. */
const MOVED_BY: Partial<Record<ListKind, FindAffectedDeadlines>> = {
  async priorities(_, changes) {
    const [id, ...more] = changedIds(changes, TARGETS);
    if (id === undefined) return null;
    return more.length > 0 ? {} : { priority: id };
  },
  async departments(_, changes) {
    const departments = changedIds(changes, ['office_hours_id']);
    return departments.length > 0 ? { departments } : null;
  },
  async office_hours(q, changes) {
    // Another default applies to all departments without office hours of their own.
    if (changedIds(changes, ['is_default']).length > 0) return {};
    const ids = changedIds(changes, ['name', 'time_zone', 'hours']);
    const departments = await Promise.all(ids.map((id) => store.listDepartmentsOf(q, id)));
    return ids.length > 0 ? { departments: [...new Set(departments.flat())] } : null;
  },
  /** A holiday of certain office hours only concerns their departments. */
  async holidays(q, changes) {
    const days = changes.filter(isContent);
    if (days.length === 0) return null;
    const whose = new Set((await Promise.all(days.map((day) => ownersOf(q, day)))).flat());
    const [id] = whose;
    if (whose.size > 1 || typeof id !== 'number') return {};
    return { departments: await store.listDepartmentsOf(q, id) };
  },
};

/** Existing rows in which one of these fields has changed. */
const changedIds = (changes: readonly RowChange[], fields: readonly string[]): number[] =>
  changes
    .filter(({ before, after }) => before && after && fields.some((field) => field in after))
    .map(({ row_id }) => row_id);

/** The office hours that the holiday belonged to before, and belongs to now. */
async function ownersOf(q: Query, { row_id: id, before, after }: RowChange): Promise<unknown[]> {
  const told = [before, after].flatMap((row) =>
    row && 'office_hours_id' in row ? [row['office_hours_id']] : [],
  );
  return told.length > 0 ? told : [await store.hoursOfHoliday(q, id)];
}

/** Whether more than the position has changed. */
const isContent = ({ after }: RowChange): boolean => !(after && 'behind' in after);

/** The office hours of a department. */
export async function readHours(
  q: Query,
  departmentId: number,
): Promise<{ name: string; calendar: Calendar }> {
  const { hours, exceptions } = await store.getRulesOf(q, departmentId);
  const week = readWeek(hours.hours) ?? [];
  const calendar = createCalendar({
    timeZone: hours.time_zone,
    week: [1, 2, 3, 4, 5, 6, 7].map((weekday) => week.filter((period) => period.weekday === weekday)),
    exceptions: exceptions.map(({ date, is_yearly: isYearly, hours: text }) => ({
      date,
      isYearly,
      periods: readDay(text) ?? [],
    })),
  });
  return { name: hours.name, calendar };
}
