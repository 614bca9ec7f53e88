import { z } from 'zod';
import { endpoint } from '../kit/endpoint.ts';
import { AGENT_METRICS } from './agent-dashboard.ts';
import { METRICS, type MetricCode } from './metrics.ts';
import { REPORTS, type ReportCode } from './reports.ts';
import { TICKET_NOW_METRICS, TICKET_RANGE_METRICS } from './ticket-dashboard.ts';

/** Which metrics each dashboard shows. */
export const DASHBOARD_METRICS = {
  tickets: [...TICKET_NOW_METRICS, ...TICKET_RANGE_METRICS],
  agents: AGENT_METRICS,
} as const satisfies Record<string, readonly MetricCode[]>;
export type DashboardCode = keyof typeof DASHBOARD_METRICS;

const words = z.object({ name: z.string(), definition: z.string() });

export const metric = z.object({
  code: z.enum(Object.keys(METRICS) as [MetricCode, ...MetricCode[]]),
  /** What it counts in: things, whole seconds, a share from 0 to 1, a mean of 1 to 5, or another number. */
  unit: z.enum(['count', 'seconds', 'ratio', 'score', 'number']),
  en: words,
  id: words,
  reports: z.array(z.enum(Object.keys(REPORTS) as [ReportCode, ...ReportCode[]])),
  dashboards: z.array(z.enum(Object.keys(DASHBOARD_METRICS) as [DashboardCode, ...DashboardCode[]])),
});
export type Metric = z.infer<typeof metric>;

export const listMetrics = endpoint({
  method: 'GET',
  path: '/api/metrics',
  permission: 'signed-in',
  keys: true,
  summary:
    'Every metric with its unit, its definition in both languages, and the reports and dashboards that show it.',
  response: z.object({ data: z.array(metric) }),
});
