import type {
  BodyOf,
  createHoliday,
  createOfficeHours,
  Holiday,
  importHolidays,
  OfficeHours,
  ResponseOf,
  setPriorityTargets,
  updateHoliday,
  updateOfficeHours,
} from '@trunkline/contract';
import type { Viewer } from '#platform/access';
import type { Query, Tx } from '#platform/db';
import { AppError, found } from '#platform/errors';
import type { Platform } from '#platform/platform';
import { createCalendar, type Calendar } from './calendar/calendar.ts';
import { readHolidays } from './icalendar.ts';
import * as store from './office-hours-store.ts';
import { insertAudit } from './store.ts';

/** Whose deadlines a change moves; nothing named: everybody's. */
export type Moved = { departments?: number[]; priority?: number };
type Part = 'office_hours' | 'holidays' | 'reference';
type Act = { viewer: Viewer; action: string; part: Part };

export type OfficeHoursSettings = ReturnType<typeof createOfficeHoursSettings>;

/** When departments work, on which days they do not, and how fast they want to be. */
export function createOfficeHoursSettings({ db, clock }: Pick<Platform, 'db' | 'clock'>) {
  const listeners: ((tx: Tx, moved: Moved) => Promise<void>)[] = [];

  /** One change at a time, written into the audit log; whoever counts in these hours is told in the transaction. */
  async function change<T>(
    { viewer, action, part }: Act,
    run: (tx: Tx) => Promise<{ subject: string; moved: Moved | null; result: T }>,
  ): Promise<T> {
    return db.transaction(async (tx) => {
      await store.lockRules(tx.q);
      const { subject, moved, result } = await run(tx);
      await insertAudit(tx.q, { userId: viewer.id, action, subject });
      if (moved) for (const listener of listeners) await listener(tx, moved);
      tx.emit('settings-changed', { part }, ['everyone']);
      return result;
    });
  }

  async function demandHours(q: Query, id: number | null): Promise<void> {
    if (id === null || (await store.findOfficeHours(q, id))) return;
    throw new AppError('invalid_reference', [
      { path: 'office_hours_id', message: 'There are no such office hours' },
    ]);
  }

  async function demandName(q: Query, name: string | undefined, exceptId: number | null): Promise<void> {
    if (name !== undefined && (await store.isNameTaken(q, name, exceptId)))
      throw new AppError('duplicate', { message: 'There are office hours of that name already' });
  }

  async function demandOnly(q: Query, day: store.HolidayFields, id: number | null): Promise<void> {
    const other = await store.findSameHoliday(q, day);
    if (other !== undefined && other !== id)
      throw new AppError('duplicate', { message: 'There is a holiday on that day already' });
  }

  const ofHours = async (q: Query, id: number | null): Promise<Moved> =>
    id === null ? {} : { departments: await store.listDepartmentsOf(q, id) };

  return {
    onMoved: (listener: (tx: Tx, moved: Moved) => Promise<void>) => void listeners.push(listener),

    listOfficeHours: () => store.listOfficeHours(db.q),
    listHolidays: () => store.listHolidays(db.q),

    /** In what a department counts. It holds until the end of the transaction. */
    async hoursOf(q: Query, departmentId: number): Promise<{ name: string; calendar: Calendar }> {
      await store.shareRules(q);
      return readHours(q, departmentId);
    },

    createOfficeHours: (viewer: Viewer, body: BodyOf<typeof createOfficeHours>): Promise<OfficeHours> =>
      change({ viewer, action: 'office_hours.created', part: 'office_hours' }, async (tx) => {
        await demandName(tx.q, body.name, null);
        const id = await store.insertOfficeHours(tx.q, { ...body, updated_at: clock.now() });
        return { subject: String(id), moved: null, result: found(await store.findOfficeHours(tx.q, id)) };
      }),

    updateOfficeHours: (
      viewer: Viewer,
      id: number,
      { version, ...fields }: BodyOf<typeof updateOfficeHours>,
    ): Promise<OfficeHours> =>
      change({ viewer, action: 'office_hours.changed', part: 'office_hours' }, async (tx) => {
        const current = found(await store.findOfficeHours(tx.q, id));
        if (current.version !== version) throw new AppError('stale', { current });
        await demandName(tx.q, fields.name, id);
        await store.updateOfficeHours(tx.q, id, { ...fields, updated_at: clock.now() });
        const result = found(await store.findOfficeHours(tx.q, id));
        return { subject: String(id), moved: await ofHours(tx.q, id), result };
      }),

    removeOfficeHours: (viewer: Viewer, id: number): Promise<void> =>
      change({ viewer, action: 'office_hours.removed', part: 'office_hours' }, async (tx) => {
        const current = found(await store.findOfficeHours(tx.q, id));
        if (current.is_default)
          throw new AppError('conflict', { message: 'Make others the default first: one has to be' });
        await store.deleteOfficeHours(tx.q, id);
        const moved = { departments: current.department_ids };
        return { subject: current.name, moved, result: undefined };
      }),

    setDepartmentHours: (viewer: Viewer, departmentId: number, id: number | null): Promise<void> =>
      change({ viewer, action: 'department.office_hours', part: 'office_hours' }, async (tx) => {
        await demandHours(tx.q, id);
        if (!(await store.setDepartmentHours(tx.q, departmentId, id))) throw new AppError('not_found');
        return { subject: String(departmentId), moved: { departments: [departmentId] }, result: undefined };
      }),

    setTargets: (viewer: Viewer, id: number, targets: BodyOf<typeof setPriorityTargets>): Promise<void> =>
      change({ viewer, action: 'priority.targets', part: 'reference' }, async (tx) => {
        if (!(await store.setTargets(tx.q, id, targets))) throw new AppError('not_found');
        return { subject: String(id), moved: { priority: id }, result: undefined };
      }),

    createHoliday: (viewer: Viewer, body: BodyOf<typeof createHoliday>): Promise<Holiday> =>
      change({ viewer, action: 'holiday.created', part: 'holidays' }, async (tx) => {
        await demandHours(tx.q, body.office_hours_id);
        await demandOnly(tx.q, body, null);
        const id = found(await store.insertHolidays(tx.q, [body], clock.now()));
        const moved = await ofHours(tx.q, body.office_hours_id);
        return { subject: String(id), moved, result: found(await store.findHoliday(tx.q, id)) };
      }),

    updateHoliday: (
      viewer: Viewer,
      id: number,
      { version, ...fields }: BodyOf<typeof updateHoliday>,
    ): Promise<Holiday> =>
      change({ viewer, action: 'holiday.changed', part: 'holidays' }, async (tx) => {
        const current = found(await store.findHoliday(tx.q, id));
        if (current.version !== version) throw new AppError('stale', { current });
        await demandHours(tx.q, fields.office_hours_id ?? null);
        await demandOnly(tx.q, { ...current, ...fields }, id);
        await store.updateHoliday(tx.q, id, { ...fields, updated_at: clock.now() });
        const result = found(await store.findHoliday(tx.q, id));
        const isSame = current.office_hours_id === result.office_hours_id;
        const moved = isSame ? await ofHours(tx.q, result.office_hours_id) : {};
        return { subject: String(id), moved, result };
      }),

    removeHoliday: (viewer: Viewer, id: number): Promise<void> =>
      change({ viewer, action: 'holiday.removed', part: 'holidays' }, async (tx) => {
        const current = found(await store.findHoliday(tx.q, id));
        await store.deleteHoliday(tx.q, id);
        const moved = await ofHours(tx.q, current.office_hours_id);
        return { subject: current.name, moved, result: undefined };
      }),

    /** What a calendar file would bring, or brings. Days that are there already stay as they are. */
    async importHolidays(
      viewer: Viewer,
      { icalendar, office_hours_id, apply }: BodyOf<typeof importHolidays>,
    ): Promise<ResponseOf<typeof importHolidays>['data']> {
      const { days, errors } = readHolidays(icalendar, clock.now());
      await demandHours(db.q, office_hours_id);
      const plan = async (q: Query) => {
        const known = new Set(
          (await store.listHolidays(q))
            .filter((day) => day.office_hours_id === office_hours_id && !day.is_yearly)
            .map(({ date }) => date),
        );
        return days.map((day) => ({ ...day, is_new: !known.has(day.date) }));
      };
      if (!apply || days.length === 0) return { holidays: await plan(db.q), errors, created: 0 };
      return change({ viewer, action: 'holidays.imported', part: 'holidays' }, async (tx) => {
        await demandHours(tx.q, office_hours_id);
        const holidays = await plan(tx.q);
        const rows = holidays
          .filter((day) => day.is_new)
          .map(({ name, date }) => ({ name, date, is_yearly: false, periods: [], office_hours_id }));
        await store.insertHolidays(tx.q, rows, clock.now());
        const result = { holidays, errors, created: rows.length };
        return { subject: String(rows.length), moved: await ofHours(tx.q, office_hours_id), result };
      });
    },
  };
}

/** In what a department counts at present. */
export async function readHours(
  q: Query,
  departmentId: number,
): Promise<{ name: string; calendar: Calendar }> {
  const { hours, exceptions } = await store.getRulesOf(q, departmentId);
  return { name: hours.name, calendar: toCalendar(hours, exceptions) };
}

function toCalendar(
  { time_zone: timeZone, periods }: Pick<OfficeHours, 'time_zone' | 'periods'>,
  exceptions: readonly Pick<Holiday, 'date' | 'is_yearly' | 'periods'>[],
): Calendar {
  return createCalendar({
    timeZone,
    week: [1, 2, 3, 4, 5, 6, 7].map((weekday) => periods.filter((period) => period.weekday === weekday)),
    exceptions: exceptions.map(({ is_yearly: isYearly, ...day }) => ({ ...day, isYearly })),
  });
}
