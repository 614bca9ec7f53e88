import { z } from 'zod';
import { endpoint } from '../kit/endpoint.ts';
import { id, text } from '../kit/shapes.ts';

/** How much text an imported calendar may have. */
export const ICALENDAR_LENGTH = 500_000;

/** Why something in a calendar is no holiday; the screen has words for each. */
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
export type CalendarProblem = (typeof CALENDAR_PROBLEMS)[number];

export const importCalendar = endpoint({
  method: 'POST',
  path: '/api/settings/holidays/icalendar',
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
      /** What could not be taken, by the name of the event; empty for the file as a whole. */
      problems: z.array(z.object({ event: z.string(), problem: z.enum(CALENDAR_PROBLEMS) })),
      created: z.number().int(),
      /** Can be taken back with `undo`; null where nothing was added. */
      operation_id: id.nullable(),
    }),
  }),
});
