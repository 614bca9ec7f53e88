import { z } from 'zod';
import { endpoint } from '../kit/endpoint.ts';
import { id, text } from '../kit/shapes.ts';

/** Max. characters of an imported calendar. */
export const ICALENDAR_LENGTH = 500_000;

/** Why an event of a calendar cannot be imported; screens have a text for each. */
export const CALENDAR_PROBLEMS = [
  'not_a_calendar',
  'too_many',
  'unreadable',
  'no_name',
  'no_date',
  'part_of_a_day',
  'changes_another',
  'too_long',
  'recurs_oddly',
] as const;
export type HolidayImportProblem = (typeof CALENDAR_PROBLEMS)[number];

export const importCalendar = endpoint({
  method: 'POST',
  path: '/api/settings/holidays/icalendar',
  permission: 'HOLIDAYS:EDIT',
  summary:
    'Holidays from an iCalendar file: whole-day events, recurrences for five years. Without `apply`, only returns what would be added.',
  perMinute: 30,
  body: z.strictObject({
    /** The content of the file: BEGIN:VCALENDAR … */
    icalendar: text(ICALENDAR_LENGTH),
    office_hours_id: id.nullable(),
    apply: z.boolean(),
  }),
  response: z.object({
    data: z.object({
      /** `is_new`: false if there is a holiday on that date already, which is not changed. */
      holidays: z.array(z.object({ name: z.string(), date: z.string(), is_new: z.boolean() })),
      /** Problems by the name of the event; empty for the file as a whole. */
      problems: z.array(z.object({ event: z.string(), problem: z.enum(CALENDAR_PROBLEMS) })),
      created: z.number().int(),
      /** Can be undone with `undo`; null where nothing was added. */
      operation_id: id.nullable(),
    }),
  }),
});
