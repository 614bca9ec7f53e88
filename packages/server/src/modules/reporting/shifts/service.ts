import type {
  BodyOf,
  copyShifts,
  PlannedShift,
  PlanPerson,
  QueryOf,
  getShiftPlan,
  ShiftImport,
  ShiftPlan,
} from '@trunkline/contract';
import type { Viewer } from '#platform/access';
import type { Tx } from '#platform/db';
import { AppError } from '#platform/errors';
import type { Platform } from '#platform/platform';
import type { Settings } from '#modules/settings';
import { isUserAmong, listPeople } from '../activity/store.ts';
import { calendarDayOf, visiblePeopleSql } from '../range.ts';
import { readShiftFile, type ParsedShiftFile } from './shift-file.ts';
import { shiftMinutes } from './shift-times.ts';
import * as store from './shift-store.ts';

/**
 * Planned shifts. Users whom the viewer does not see cannot be planned (`not_found`). Every change is written to the audit log.
 */
export type ShiftPlans = {
  week(viewer: Viewer, query: QueryOf<typeof getShiftPlan>): Promise<ShiftPlan>;
  /**
   * @throws AppError `invalid` for breaks outside of their shift; `conflict` for shifts that overlap, also with neighbouring
   * days
   */
  setDay(
    viewer: Viewer,
    of: { userId: number; day: string },
    shifts: readonly PlannedShift[],
  ): Promise<{ day: string; shifts: PlannedShift[] }>;
  copy(viewer: Viewer, body: BodyOf<typeof copyShifts>): Promise<{ copied: number; kept: number }>;
  /** Imports a file as a whole or not at all. */
  import(viewer: Viewer, body: { csv: string; dry_run: boolean }): Promise<ShiftImport>;
  /** Valid from today on. */
  setTolerance(viewer: Viewer, seconds: number): Promise<void>;
};

type Deps = Pick<Platform, 'db' | 'clock'> & { settings: Pick<Settings, 'config' | 'audit'> };

const DAY_MS = 86_400_000;
const FAULTS_SHOWN = 50;

export function createShiftPlans({ db, clock, settings }: Deps): ShiftPlans {
  const audit = (tx: Tx, viewer: Viewer, action: string, about: { subject: string; details: object }) =>
    settings.audit(tx.q, { viewer, action: `shifts.${action}`, ...about });

  async function demandApart(tx: Tx, userIds: readonly number[]): Promise<void> {
    if ((await store.listOverlaps(tx.q, userIds)).length > 0)
      throw new AppError('conflict', { reason: 'shifts_overlap' });
  }

  /** Writes the shifts, and rolls back for a dry run, or where they overlap with other days. */
  async function write(
    viewer: Viewer,
    file: ParsedShiftFile,
    timeZone: string,
    isDry: boolean,
  ): Promise<ParsedShiftFile & { replaced: number }> {
    let replaced = 0;
    let faults = file.faults;
    const days = distinctDays(file.shifts);
    try {
      await db.transaction(async (tx) => {
        await store.lockShifts(tx.q);
        replaced = await store.removeDays(tx.q, days);
        await store.insertShifts(tx.q, file.shifts, timeZone);
        const over = new Set(await store.listOverlaps(tx.q, [...new Set(days.map(({ user_id: id }) => id))]));
        faults = file.shifts.flatMap(({ user_id: id, line }) =>
          over.has(id) ? [{ line, fault: 'overlap' as const }] : [],
        );
        if (isDry || faults.length > 0) throw new DryRun();
        const details = {
          shifts: file.shifts.length,
          replaced,
          people: new Set(days.map(({ user_id: id }) => id)).size,
        };
        await audit(tx, viewer, 'imported', { subject: 'shifts', details });
      });
    } catch (error) {
      if (!(error instanceof DryRun)) throw error;
    }
    return { ...file, faults, replaced };
  }

  return {
    async week(viewer, query) {
      const { time_zone: timeZone } = await settings.config();
      const people = visiblePeopleSql(viewer, query);
      const days = weekOf(query.day);
      const range = { from: days[0] ?? query.day, until: days.at(-1) ?? query.day };
      const shifts = await store.listShifts(db.q, range, { people, timeZone });
      const planned = new Set(shifts.map(({ user_id: id }) => id));
      const all = await listPeople(db.q, people);
      return {
        days,
        time_zone: timeZone,
        tolerance_seconds: await store.findTolerance(db.q, calendarDayOf(clock.now(), timeZone)),
        people: all
          .filter(({ id, is_left: isLeft }) => !isLeft || planned.has(id))
          .map(({ id, fullname, is_left }): PlanPerson => ({
            user_id: id,
            fullname,
            is_left,
            days: days.map((day) => ({
              day,
              shifts: shifts.filter((one) => one.user_id === id && one.day === day).map(toPlannedShift),
            })),
          })),
      };
    },

    async setDay(viewer, { userId, day }, shifts) {
      const { time_zone: timeZone } = await settings.config();
      const people = visiblePeopleSql(viewer, { user_id: userId });
      const fresh = shifts.map((shift, index) => {
        const minutes = shiftMinutes(shift);
        if (!minutes)
          throw new AppError('invalid', [
            { path: `shifts.${index}`, message: 'Breaks must be within the shift and must not overlap' },
          ]);
        return { ...minutes, user_id: userId, day };
      });
      return db.transaction(async (tx) => {
        if (!(await isUserAmong(tx.q, userId, people))) throw new AppError('not_found');
        await store.lockShifts(tx.q);
        const range = { from: day, until: day };
        const before = await store.listShifts(tx.q, range, { people, timeZone });
        await store.removeDays(tx.q, [{ user_id: userId, day }]);
        await store.insertShifts(tx.q, fresh, timeZone);
        await demandApart(tx, [userId]);
        const after = (await store.listShifts(tx.q, range, { people, timeZone })).map(toPlannedShift);
        const details = { day, before: before.map(toPlannedShift), after };
        await audit(tx, viewer, 'changed', { subject: `user ${userId}`, details });
        return { day, shifts: after };
      });
    },

    async copy(viewer, { user_id: userId, department_id: departmentId, ...copy }) {
      if (copy.from === copy.to)
        throw new AppError('invalid', [{ path: 'to', message: 'Must differ from the copied days' }]);
      const { time_zone: timeZone } = await settings.config();
      const people = visiblePeopleSql(viewer, {
        ...(userId !== null && { user_id: userId }),
        ...(departmentId !== null && { department_id: departmentId }),
      });
      return db.transaction(async (tx) => {
        await store.lockShifts(tx.q);
        const { user_ids: ids, ...counts } = await store.copyDays(tx.q, copy, { people, timeZone });
        await demandApart(tx, ids);
        const details = { ...copy, user_id: userId, department_id: departmentId, ...counts };
        await audit(tx, viewer, 'copied', { subject: 'shifts', details });
        return counts;
      });
    },

    async import(viewer, { csv, dry_run: isDry }) {
      const { time_zone: timeZone } = await settings.config();
      const usernames = await store.listUsernames(db.q, visiblePeopleSql(viewer, {}));
      const read = await readShiftFile(csv, usernames);
      const { shifts, faults, replaced } =
        read.faults.length > 0 ? { ...read, replaced: 0 } : await write(viewer, read, timeZone, isDry);
      return {
        shifts: shifts.length,
        people: new Set(shifts.map(({ user_id: id }) => id)).size,
        replaced,
        is_imported: !isDry && faults.length === 0,
        faults: faults.slice(0, FAULTS_SHOWN),
      };
    },

    async setTolerance(viewer, seconds) {
      const { time_zone: timeZone } = await settings.config();
      const now = clock.now();
      const day = calendarDayOf(now, timeZone);
      await db.transaction(async (tx) => {
        const before = await store.findTolerance(tx.q, day);
        await store.putTolerance(tx.q, { day, seconds, by: viewer.id, at: now });
        const details = { before, after: seconds };
        await audit(tx, viewer, 'tolerance_changed', { subject: `adherence from ${day}`, details });
      });
    },
  };
}

/** Thrown to roll a transaction back. */
class DryRun extends Error {}

const toPlannedShift = ({ start, end, breaks }: store.ShiftRow): PlannedShift => ({ start, end, breaks });

/** The days from Monday to Sunday. Pure. */
function weekOf(day: string): string[] {
  const at = Date.parse(`${day}T00:00:00Z`);
  const monday = at - ((new Date(at).getUTCDay() + 6) % 7) * DAY_MS;
  return Array.from({ length: 7 }, (_, index) =>
    new Date(monday + index * DAY_MS).toISOString().slice(0, 10),
  );
}

function distinctDays(shifts: readonly { user_id: number; day: string }[]) {
  const days = new Map(shifts.map(({ user_id, day }) => [`${user_id} ${day}`, { user_id, day }]));
  return [...days.values()];
}
