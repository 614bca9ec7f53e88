import { z } from 'zod';
import { RANGES } from '../kit/date-range.ts';
import { endpoint } from '../kit/endpoint.ts';
import { okResponse, id, idText, line, timestamp } from '../kit/shapes.ts';
import { EXPORT_FORMATS, reportCode, reportFilters } from './report-exports.ts';
import { calendarDay } from './day-range.ts';

export const SAVED_REPORT_NAME_MAX = 80;
export const SAVED_REPORTS_MAX = 100;
export const SCHEDULE_PEOPLE_MAX = 50;
export const SCHEDULE_EVERY = ['day', 'week', 'month'] as const;
export type ScheduleEvery = (typeof SCHEDULE_EVERY)[number];
/** The result of mailing a report to one user. */
export const REPORT_MAIL_STATES = ['waiting', 'sent', 'not_allowed', 'no_address', 'failed'] as const;
export type ReportMailState = (typeof REPORT_MAIL_STATES)[number];

const schedule = z.object({
  every: z.enum(SCHEDULE_EVERY),
  /** For a weekly schedule: 1 is Monday. */
  weekday: z.number().int().min(1).max(7),
  /** For a monthly schedule: at most 28, which every month has. */
  month_day: z.number().int().min(1).max(28),
  /** `08:00`, in the workspace's time zone. */
  at: z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/),
  format: z.enum(EXPORT_FORMATS),
  /** The recipients; each gets the report with what they may see. */
  user_ids: z.array(id).min(1).max(SCHEDULE_PEOPLE_MAX),
});
export type ReportSchedule = z.infer<typeof schedule>;

const settings = {
  name: line(SAVED_REPORT_NAME_MAX),
  /** The name of a range, relative to today; `custom` uses the two days. */
  range: z.enum(RANGES),
  from: calendarDay.nullable(),
  until: calendarDay.nullable(),
  is_compared: z.boolean(),
  /** Group and filters, as in the report's address. */
  query: reportFilters,
  /** Whether everybody who may see the report can use it. */
  is_shared: z.boolean(),
  schedule: schedule.nullable(),
};

export const savedReport = z.object({
  id,
  report: reportCode,
  ...settings,
  user_id: id,
  /** The owner's name. */
  owner: z.string(),
  /** When it is mailed next; null without a schedule. */
  next_at: timestamp.nullable(),
  /** The results of the last mailing: how many of each. */
  last: z
    .object({ due_at: timestamp, counts: z.partialRecord(z.enum(REPORT_MAIL_STATES), z.number().int()) })
    .nullable(),
});
export type SavedReport = z.infer<typeof savedReport>;

const body = z
  .object(settings)
  .refine(({ range, from, until }) => (range === 'custom') === (from !== null && until !== null), {
    path: ['from'],
    message: 'Both days are required for a custom range, and for no other',
  });

export const listSavedReports = endpoint({
  method: 'GET',
  path: '/api/saved-reports',
  permission: 'signed-in',
  summary: 'Your saved reports and shared ones, of reports that you have access to, by name.',
  response: z.object({ data: z.array(savedReport) }),
});

export const createSavedReport = endpoint({
  method: 'POST',
  path: '/api/saved-reports',
  permission: 'signed-in',
  summary: 'Save a report with its filters; with a schedule, it is sent by e-mail.',
  body: body.safeExtend({ report: reportCode }),
  response: z.object({ data: savedReport }),
});

export const updateSavedReport = endpoint({
  method: 'PUT',
  path: '/api/saved-reports/:id',
  permission: 'signed-in',
  summary: 'Change your saved report.',
  params: z.object({ id: idText }),
  body,
  response: z.object({ data: savedReport }),
});

export const removeSavedReport = endpoint({
  method: 'DELETE',
  path: '/api/saved-reports/:id',
  permission: 'signed-in',
  summary: 'Delete your saved report and its schedule.',
  params: z.object({ id: idText }),
  response: okResponse,
});
