import { z } from 'zod';
import { ticketStatus } from '../kit/codes.ts';
import { endpoint } from '../kit/endpoint.ts';
import { cursor, id, timestamp } from '../kit/shapes.ts';
import {
  dashboardCommonFields,
  dashboardFilterFields,
  dashboardQuery,
  recordPageSchema,
} from './dashboard-frame.ts';
import { calendarDay, isDayRangeInOrder, DAY_RANGE_ERROR } from './day-range.ts';
import type { MetricCode } from './metrics.ts';
import { reportFilterFields } from './report-filters.ts';

/** The figures of a range; each with its value in the period before. */
export const TICKET_RANGE_METRICS = [
  'tickets_created',
  'tickets_solved',
  'tickets_reopened',
  'reopen_ratio',
  'backlog_start',
  'reopenings',
  'solutions',
  'tickets_merged',
  'backlog_end',
  'ticket_first_reply_median_seconds',
  'ticket_first_reply_p90_seconds',
  'first_reply_sla_ratio',
  'resolution_median_seconds',
  'resolution_p90_seconds',
  'resolution_sla_ratio',
] as const satisfies readonly MetricCode[];

/** The figures of this moment. */
export const TICKET_NOW_METRICS = [
  'tickets_open',
  'tickets_waiting',
  'tickets_unassigned',
  'tickets_overdue',
] as const satisfies readonly MetricCode[];

/** The groupings of a range's tickets. */
export const TICKET_GROUPINGS = ['department', 'media', 'category', 'priority'] as const;
export type TicketGrouping = (typeof TICKET_GROUPINGS)[number];

/** The ages of unsolved tickets in days: each band goes up to the next one, the last has no end. */
export const TICKET_AGES = [0, 1, 3, 7, 30] as const;

const count = z.number().int();
const figure = z.number().nullable();
const rangeFigures = z.object(
  Object.fromEntries(TICKET_RANGE_METRICS.map((metric) => [metric, figure])) as Record<
    (typeof TICKET_RANGE_METRICS)[number],
    typeof figure
  >,
);
const nowFigures = z.object(
  Object.fromEntries(TICKET_NOW_METRICS.map((metric) => [metric, count])) as Record<
    (typeof TICKET_NOW_METRICS)[number],
    typeof count
  >,
);

/** `id`: of the department, medium, category or priority; null for tickets without one. */
const part = z.object({ id: id.nullable(), name: z.string().nullable(), created: count });

export const ticketDashboard = z.object({
  ...dashboardCommonFields,
  now: nowFigures,
  total: rangeFigures,
  /** The same for the period before; null if not requested. */
  before: rangeFigures.nullable(),
  /** Every day of the range up to today. `solved`: tickets that were solved on that day. */
  days: z.array(z.object({ day: calendarDay, starts_at: timestamp, created: count, solved: count })),
  /** Created tickets by weekday (0 is Sunday) and hour of the day. */
  hours: z.array(z.array(count)),
  parts: z.object(
    Object.fromEntries(TICKET_GROUPINGS.map((name) => [name, z.array(part)])) as Record<
      TicketGrouping,
      z.ZodArray<typeof part>
    >,
  ),
  /** The unsolved tickets by age, youngest first: created from `since` to before `until`; null where there is no such limit. */
  ages: z.array(
    z.object({
      days: z.literal([...TICKET_AGES]),
      since: timestamp.nullable(),
      until: timestamp.nullable(),
      open: count,
    }),
  ),
  /** The unsolved tickets that were created first. */
  oldest: z.array(
    z.object({
      id,
      number: z.string(),
      subject: z.string(),
      status: ticketStatus,
      department: z.string(),
      agent: z.string().nullable(),
      created_at: timestamp,
      is_waiting: z.boolean(),
    }),
  ),
});
export type TicketDashboard = z.infer<typeof ticketDashboard>;

/** Figures whose tickets the desk's list cannot show, because they are about past events, not about the current state. */
export const TICKET_RECORD_FIGURES = [
  'created',
  'solved',
  'reopened',
  'reopened_later',
  'merged',
  'backlog_start',
  'backlog',
  'first_reply',
  'first_reply_missed',
  'resolution',
  'resolution_missed',
] as const;
export type TicketRecordFigure = (typeof TICKET_RECORD_FIGURES)[number];

export const ticketRecord = z.object({
  id,
  number: z.string(),
  subject: z.string(),
  /** The current status. */
  status: ticketStatus,
  department: z.string(),
  agent: z.string().nullable(),
  /** When it was created, solved, reopened or merged. */
  at: timestamp,
  /** The length in seconds, for figures that are lengths of time. */
  seconds: count.nullable(),
});
export type TicketRecord = z.infer<typeof ticketRecord>;

const permission = 'DASHBOARD_TICKET:VIEW';

/** Additional filters: the agent, and conditions on tickets. */
const narrowed = {
  user_id: reportFilterFields.user_id,
  where: reportFilterFields.where,
};

export const getTicketDashboard = endpoint({
  method: 'GET',
  path: '/api/dashboards/tickets',
  permission,
  summary:
    'The ticket dashboard for a range of days, in the workspace’s time zone: all figures as of one moment.',
  query: dashboardQuery.safeExtend(narrowed),
  response: z.object({ data: ticketDashboard }),
});

export const listTicketRecords = endpoint({
  method: 'GET',
  path: '/api/dashboards/tickets/records',
  permission,
  summary: 'The tickets behind a figure of the ticket dashboard, newest first.',
  query: z
    .object({
      ...dashboardFilterFields,
      ...narrowed,
      figure: z.enum(TICKET_RECORD_FIGURES),
      /** For created tickets: only those of this weekday (0 is Sunday) and hour. */
      weekday: z.coerce.number().int().min(0).max(6).optional(),
      hour: z.coerce.number().int().min(0).max(23).optional(),
      after: cursor.optional(),
    })
    .refine(isDayRangeInOrder, DAY_RANGE_ERROR),
  response: recordPageSchema(ticketRecord),
});
