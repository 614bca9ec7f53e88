import { z } from 'zod';
import { endpoint } from '../kit/endpoint.ts';
import { id } from '../kit/shapes.ts';
import { AGENT_METRICS } from './agent-dashboard.ts';
import { calendarDay, dayRange, isDayRangeInOrder, DAY_RANGE_ERROR } from './day-range.ts';
import { METRICS, type MetricCode } from './metrics.ts';
import { officeHoursOnly } from './report-definition.ts';
import { reportFilterFields } from './report-filters.ts';
import { REPORTS, type ReportCode } from './reports.ts';
import { TICKET_NOW_METRICS, TICKET_RANGE_METRICS } from './ticket-dashboard.ts';

/** Which metrics each dashboard shows. */
export const DASHBOARD_METRICS = {
  tickets: [...TICKET_NOW_METRICS, ...TICKET_RANGE_METRICS],
  agents: AGENT_METRICS,
} as const satisfies Record<string, readonly MetricCode[]>;
export type DashboardCode = keyof typeof DASHBOARD_METRICS;

const words = z.object({ name: z.string(), definition: z.string() });

const reportOf = z.enum(Object.keys(REPORTS) as [ReportCode, ...ReportCode[]]);

export const metric = z.object({
  code: z.enum(Object.keys(METRICS) as [MetricCode, ...MetricCode[]]),
  /** The unit: a count, whole seconds, a share from 0 to 1, a mean of 1 to 5, or another number. */
  unit: z.enum(['count', 'seconds', 'ratio', 'score', 'number']),
  en: words,
  id: words,
  reports: z.array(reportOf),
  dashboards: z.array(z.enum(Object.keys(DASHBOARD_METRICS) as [DashboardCode, ...DashboardCode[]])),
  /** Its value in the requested report; null where there is nothing to compute it from. */
  value: z.number().nullable().optional(),
});
export type Metric = z.infer<typeof metric>;

export const listMetrics = endpoint({
  method: 'GET',
  path: '/api/metrics',
  permission: 'signed-in',
  keys: true,
  summary:
    'Every metric with its unit, its definition in both languages, and the reports and dashboards that show it. With `report`, `from` and `until`, those of this report with their figures, filtered like the report; requires access to it.',
  query: z
    .object({
      report: reportOf.optional(),
      from: calendarDay.optional(),
      until: calendarDay.optional(),
      ...reportFilterFields,
      departments: z.literal('now').optional(),
      hours: officeHoursOnly,
    })
    .refine(
      ({ report, from, until }) =>
        (report === undefined) === (from === undefined) && (from === undefined) === (until === undefined),
      { message: 'Give a report and its days, or neither', path: ['report'] },
    ),
  response: z.object({ data: z.array(metric) }),
});

export const reportPerson = z.object({ id, name: z.string(), is_left: z.boolean() });
export type ReportPerson = z.infer<typeof reportPerson>;

export const listReportPeople = endpoint({
  method: 'GET',
  path: '/api/report-people',
  permission: 'signed-in',
  summary:
    'The agents by whom reports and dashboards of these days can be filtered, as far as your role sees them, including those who have left since. Requires access to a report or a dashboard.',
  query: z.object(dayRange).refine(isDayRangeInOrder, DAY_RANGE_ERROR),
  response: z.object({ data: z.array(reportPerson) }),
});
