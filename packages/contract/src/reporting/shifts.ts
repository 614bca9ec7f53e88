import { z } from 'zod';
import { endpoint } from '../kit/endpoint.ts';
import { okResponse, id, idText } from '../kit/shapes.ts';
import { calendarDay } from './day-range.ts';

/** Max. number of shifts of a user in a day, and of breaks in a shift. */
export const SHIFTS_A_DAY_MAX = 3;
export const SHIFT_BREAKS_MAX = 5;
/** The highest tolerance for deviations from the plan. */
export const ADHERENCE_TOLERANCE_MAX_SECONDS = 3600;
export const SHIFT_CSV_MAX = 1_000_000;
export const SHIFT_CSV_HEAD = ['username', 'day', 'start', 'end', 'breaks'] as const;
/** How many hours before and after a shift work still counts for it. */
export const SHIFT_AROUND_HOURS = 3;

/** Local time: `08:00`. */
const timeOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/);

/** If `end` is not after `start`, it is on the next day. */
const span = { start: timeOfDay, end: timeOfDay };
export const plannedShift = z.strictObject({
  ...span,
  breaks: z.array(z.strictObject(span)).max(SHIFT_BREAKS_MAX),
});
export type PlannedShift = z.infer<typeof plannedShift>;

const planDay = z.object({ day: calendarDay, shifts: z.array(plannedShift) });
const planPerson = z.object({
  user_id: id,
  fullname: z.string(),
  /** The user is not active any more. */
  is_left: z.boolean(),
  days: z.array(planDay),
});
export type PlanPerson = z.infer<typeof planPerson>;

const EDIT = 'USER-ACTIVITY:EDIT';
/** The week that contains this day, Monday first. */
const week = { day: calendarDay, department_id: idText.optional() };

export const getShiftPlan = endpoint({
  method: 'GET',
  path: '/api/user-activity/plan',
  permission: 'USER-ACTIVITY:VIEW',
  summary: 'The shift plan of one week, in the workspace’s time zone.',
  query: z.object(week),
  response: z.object({
    data: z.object({
      days: z.array(calendarDay),
      time_zone: z.string(),
      /** Shorter deviations are not counted, from today on. */
      tolerance_seconds: z.number().int(),
      people: z.array(planPerson),
    }),
  }),
});
export type ShiftPlan = z.infer<typeof getShiftPlan.response>['data'];

export const setPlannedDay = endpoint({
  method: 'PUT',
  path: '/api/user-activity/plan/:id/:day',
  permission: EDIT,
  summary:
    'Set the shifts of one person that begin on one day; empty for none. Refused (`conflict`) if two overlap.',
  params: z.object({ id: idText, day: calendarDay }),
  body: z.strictObject({ shifts: z.array(plannedShift).max(SHIFTS_A_DAY_MAX) }),
  response: z.object({ data: planDay }),
});

export const copyShifts = endpoint({
  method: 'POST',
  path: '/api/user-activity/plan/copy',
  permission: EDIT,
  summary:
    'Copy the shifts of some days to others, at the same local times. Existing shifts are kept, unless they are to be replaced.',
  body: z.strictObject({
    from: calendarDay,
    to: calendarDay,
    days: z.number().int().min(1).max(7),
    /** Null: everybody whom the caller sees. */
    user_id: id.nullable(),
    department_id: id.nullable(),
    replaces: z.boolean(),
  }),
  response: z.object({
    data: z.object({
      /** Numbers of planned days, over all users. */
      copied: z.number().int(),
      kept: z.number().int(),
    }),
  }),
});

export const SHIFT_FAULTS = ['unreadable', 'head', 'person', 'day', 'time', 'breaks', 'overlap'] as const;
export type ShiftFault = (typeof SHIFT_FAULTS)[number];

export const importShifts = endpoint({
  method: 'POST',
  path: '/api/user-activity/plan/import',
  permission: EDIT,
  summary:
    'Import shifts from a CSV file with the columns username, day, start, end and breaks (`12:00-13:00 15:00-15:15`). A day of a person in the file replaces what was planned for it. With `dry_run`, or an error in any line, nothing is changed.',
  body: z.strictObject({ csv: z.string().max(SHIFT_CSV_MAX), dry_run: z.boolean() }),
  bodyBytes: 2 * SHIFT_CSV_MAX,
  response: z.object({
    data: z.object({
      shifts: z.number().int(),
      people: z.number().int(),
      /** How many days of users that were planned already are replaced. */
      replaced: z.number().int(),
      is_imported: z.boolean(),
      /** The first problems; the first line of the file is 1. */
      faults: z.array(z.object({ line: z.number().int(), fault: z.enum(SHIFT_FAULTS) })),
    }),
  }),
});
export type ShiftImport = z.infer<typeof importShifts.response>['data'];

export const setAdherenceTolerance = endpoint({
  method: 'PUT',
  path: '/api/user-activity/plan-tolerance',
  permission: EDIT,
  summary:
    'Set how long agents may deviate from their plan without it being counted, from today on. Earlier days keep their tolerance.',
  body: z.strictObject({ tolerance_seconds: z.number().int().min(0).max(ADHERENCE_TOLERANCE_MAX_SECONDS) }),
  response: okResponse,
});
