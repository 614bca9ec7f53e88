import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { LIMITS } from './limits.ts';
import { done, id, idText, line, text, timestamp } from './shapes.ts';
import { timeZone } from './time-zone.ts';

export const PERIODS_PER_DAY = 10;
/** The longest target of a priority, in minutes of office hours: a year around the clock. */
export const TARGET_MINUTES_MAX = 525_600;
/** How much text an imported calendar may have. */
export const ICALENDAR_LENGTH = 500_000;

type DayPeriod = { from_minute: number; to_minute: number };

const NO_OVERLAP = { message: 'Periods of one day must not overlap' };

function overlaps(periods: readonly DayPeriod[]): boolean {
  const sorted = periods.toSorted((a, b) => a.from_minute - b.from_minute);
  return sorted.some((period, index) => period.from_minute < (sorted[index - 1]?.to_minute ?? 0));
}

/** Minutes of the day as clocks on the wall show it; 1440 is the midnight after. Over midnight it takes two. */
const minutes = {
  from_minute: z.number().int().min(0).max(1439),
  to_minute: z.number().int().min(1).max(1440),
};
const isForward = (period: DayPeriod) => period.from_minute < period.to_minute;
const FORWARD = { message: 'A period ends after it starts' };

const holidayPeriods = z
  .array(z.strictObject(minutes).refine(isForward, FORWARD))
  .max(PERIODS_PER_DAY)
  .refine((periods) => !overlaps(periods), NO_OVERLAP);

const weekPeriods = z
  .array(
    z
      .strictObject({
        /** 1 is Monday, 7 is Sunday. */
        weekday: z.number().int().min(1).max(7),
        ...minutes,
      })
      .refine(isForward, FORWARD),
  )
  .max(7 * PERIODS_PER_DAY)
  .refine(
    (periods) =>
      [1, 2, 3, 4, 5, 6, 7].every((weekday) => !overlaps(periods.filter((one) => one.weekday === weekday))),
    NO_OVERLAP,
  );

export const officeHours = z.object({
  id,
  name: z.string(),
  time_zone: z.string(),
  periods: weekPeriods,
  /** Holds for the departments that have none of their own. */
  is_default: z.boolean(),
  /** Which departments have chosen these. */
  department_ids: z.array(id),
  version: z.number().int(),
  updated_at: timestamp,
});
export type OfficeHours = z.infer<typeof officeHours>;

export const holiday = z.object({
  id,
  name: z.string(),
  /** `2026-12-25` */
  date: z.string(),
  is_yearly: z.boolean(),
  /** When it is open all the same. None: closed. */
  periods: holidayPeriods,
  /** Null: a holiday for all office hours. */
  office_hours_id: id.nullable(),
  version: z.number().int(),
  updated_at: timestamp,
});
export type Holiday = z.infer<typeof holiday>;

const byId = z.object({ id: idText });
const version = z.number().int();
const oneOfficeHours = z.object({ data: officeHours });
const oneHoliday = z.object({ data: holiday });

export const listOfficeHours = endpoint({
  method: 'GET',
  path: '/api/settings/office_hours',
  permission: 'OFFICE_HOURS:VIEW',
  summary: 'Office hours: weekly periods in a time zone, in which the clocks of tickets count.',
  response: z.object({ data: z.array(officeHours) }),
});

const officeHoursFields = { name: line(LIMITS.name), time_zone: timeZone, periods: weekPeriods };

export const createOfficeHours = endpoint({
  method: 'POST',
  path: '/api/settings/office_hours',
  permission: 'OFFICE_HOURS:EDIT',
  summary: 'Create office hours.',
  body: z.strictObject(officeHoursFields),
  response: oneOfficeHours,
});

export const updateOfficeHours = endpoint({
  method: 'PATCH',
  path: '/api/settings/office_hours/:id',
  permission: 'OFFICE_HOURS:EDIT',
  summary: 'Change office hours, or make them the default. Clocks that run are counted anew.',
  params: byId,
  body: z.strictObject({
    version,
    ...z.strictObject(officeHoursFields).partial().shape,
    is_default: z.literal(true).optional(),
  }),
  response: oneOfficeHours,
});

export const removeOfficeHours = endpoint({
  method: 'DELETE',
  path: '/api/settings/office_hours/:id',
  permission: 'OFFICE_HOURS:EDIT',
  summary: 'Remove office hours with their own holidays; their departments go by the default, which stays.',
  params: byId,
  response: done,
});

export const setDepartmentOfficeHours = endpoint({
  method: 'PUT',
  path: '/api/settings/departments/:id/office_hours',
  permission: 'DEPARTMENTS:EDIT',
  summary: 'Which office hours a department goes by; null is the default.',
  params: byId,
  body: z.strictObject({ office_hours_id: id.nullable() }),
  response: done,
});

const target = z.number().int().min(1).max(TARGET_MINUTES_MAX).nullable();

export const setPriorityTargets = endpoint({
  method: 'PUT',
  path: '/api/settings/priorities/:id/targets',
  permission: 'SETTING_PRIORITY:EDIT',
  summary: 'Within how many minutes of office hours a ticket is to be answered and solved; null: no target.',
  params: byId,
  body: z.strictObject({
    first_response_minutes: target,
    next_response_minutes: target,
    resolution_minutes: target,
  }),
  response: done,
});

export const listHolidays = endpoint({
  method: 'GET',
  path: '/api/settings/holidays',
  permission: 'HOLIDAYS:VIEW',
  summary: 'Holidays and other days that are not as their weekday says.',
  response: z.object({ data: z.array(holiday) }),
});

const holidayFields = {
  name: line(LIMITS.name),
  date: z.iso.date(),
  is_yearly: z.boolean(),
  periods: holidayPeriods,
  office_hours_id: id.nullable(),
};

export const createHoliday = endpoint({
  method: 'POST',
  path: '/api/settings/holidays',
  permission: 'HOLIDAYS:EDIT',
  summary: 'Create a holiday. Where a date has several, one for that very date wins over a yearly one.',
  body: z.strictObject(holidayFields),
  response: oneHoliday,
});

export const updateHoliday = endpoint({
  method: 'PATCH',
  path: '/api/settings/holidays/:id',
  permission: 'HOLIDAYS:EDIT',
  summary: 'Change a holiday. Clocks that run are counted anew.',
  params: byId,
  body: z.strictObject({ version, ...z.strictObject(holidayFields).partial().shape }),
  response: oneHoliday,
});

export const removeHoliday = endpoint({
  method: 'DELETE',
  path: '/api/settings/holidays/:id',
  permission: 'HOLIDAYS:EDIT',
  summary: 'Remove a holiday.',
  params: byId,
  response: done,
});

export const importHolidays = endpoint({
  method: 'POST',
  path: '/api/settings/holidays/import',
  permission: 'HOLIDAYS:EDIT',
  summary:
    'Holidays from an iCalendar file: whole-day events, recurrences for five years. Without `apply` it only says what would come.',
  perMinute: 30,
  body: z.strictObject({
    /** The file as it is: BEGIN:VCALENDAR … */
    icalendar: text(ICALENDAR_LENGTH),
    office_hours_id: id.nullable(),
    apply: z.boolean(),
  }),
  response: z.object({
    data: z.object({
      /** `is_new`: false where a holiday of that date is there already; it stays as it is. */
      holidays: z.array(z.object({ name: z.string(), date: z.string(), is_new: z.boolean() })),
      /** What could not be taken, by event. */
      errors: z.array(z.object({ event: z.string(), message: z.string() })),
      created: z.number().int(),
    }),
  }),
});
