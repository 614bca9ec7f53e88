import { z } from 'zod';
import type { MediaId } from '../kit/codes.ts';
import { endpoint } from '../kit/endpoint.ts';
import type { ModuleCode } from '../kit/modules.ts';
import { cursor, timestamp } from '../kit/shapes.ts';
import {
  calendarDay,
  dayRange,
  daysBefore,
  isBeforeInOrder,
  isInOrder,
  WRONG_BEFORE,
  WRONG_RANGE,
} from './day-range.ts';
import type { MetricCode } from './metrics.ts';
import {
  REPORT_FILTERS,
  reportFilterShapes,
  type AskedFilters,
  type MissingReason,
  type ReportFilter,
} from './report-filters.ts';

export const REPORT_GROUPS = [
  'day',
  'hour',
  'agent',
  'department',
  'break_reason',
  'queue',
  'number',
  'tag',
] as const;
export type ReportGroup = (typeof REPORT_GROUPS)[number];

/** How a value of a record is shown. A person and a reason are names already; the number of a ticket leads to `ticket_id`. */
export type RecordKind =
  | 'time'
  | 'seconds'
  | 'count'
  | 'text'
  | 'yes'
  | 'ticket'
  | 'outcome'
  | 'ender'
  | 'media';
/** What became of a customer's wait for an answer, in writing or by a call. */
export const RECORD_OUTCOMES = [
  'answered',
  'closed',
  'open',
  'abandoned',
  'short_abandoned',
  'message',
  'call_back',
  'in_menu',
  'not_reached',
] as const;
/** Who hung up; `system`: a line that broke, a supervisor, or the gateway. */
export const CALL_ENDERS = ['customer', 'agent', 'system'] as const;

/** A report: whose module it is, how its figures can be grouped, and what its records hold. All else follows from it. */
export type ReportDefinition = {
  /** As it stands in the page's address. */
  code: string;
  module: ModuleCode;
  /** The first is shown unless another is chosen. */
  groups: readonly [ReportGroup, ...ReportGroup[]];
  metrics: readonly MetricCode[];
  /** Those of `metrics` that the head of the page shows. */
  tiles: readonly MetricCode[];
  /** What the chart shows by group, beside each other. */
  chart: readonly MetricCode[];
  filters: readonly ReportFilter[];
  /** Those of `metrics` that belong to no agent, such as calls that nobody answered: of one person there is no such figure. */
  ofNobody?: readonly MetricCode[];
  /** Those that are people's time and no ticket's: with a condition on tickets there is no such figure. */
  ofNoTicket?: readonly MetricCode[];
  records: Readonly<Record<string, RecordKind>>;
  /** Of reports about messages: the channels. */
  media?: readonly MediaId[];
  /** Accounts of which channels it can be narrowed down to. */
  accounts?: readonly MediaId[];
};

const figures = z.record(z.string(), z.number().nullable());

export const reportRow = z.object({
  /** A day, or the id of what is grouped by; an empty text for what has none. */
  key: z.string(),
  /** Of what has a name. */
  name: z.string().nullable(),
  /** Somebody who does not work here any more. */
  is_left: z.boolean(),
  figures,
});
export type ReportRow = z.infer<typeof reportRow>;

export const report = z.object({
  from: calendarDay,
  until: calendarDay,
  time_zone: z.string(),
  /** The moment of which the figures are. */
  at: timestamp,
  /** Over all rows: reckoned from the records, not from the rows. */
  total: figures,
  /** The same for `before_from` to `before_until`. */
  before: figures.nullable(),
  rows: z.array(reportRow),
});
export type Report = z.infer<typeof report>;

const cell = z.union([z.string(), z.number(), z.boolean(), z.null()]);
export const reportRecord = z.object({ id: z.string(), cells: z.record(z.string(), cell) });
export type ReportRecord = z.infer<typeof reportRecord>;

/** One row alone, `queue:support`: what it is of, and its key. */
const rowText = z
  .string()
  .max(200)
  .regex(/^[a-z_]+:[^\p{Cc}]*$/u, 'Must say what the row is of and its key, with a colon between');

const hasOnly = (filters: readonly ReportFilter[]) => (asked: AskedFilters) =>
  REPORT_FILTERS.every((name) => asked[name] === undefined || filters.includes(name));
const WRONG_FILTER = { message: 'This report has no such filter' };

/** Which figures there are none of where this is asked for, and why: a call that nobody answered has no agent. */
export function missingFigures(
  { ofNobody = [], ofNoTicket = [] }: Pick<ReportDefinition, 'code' | 'ofNobody' | 'ofNoTicket'>,
  { user_id: userId, outcome, where }: AskedFilters,
): Map<MetricCode, MissingReason> {
  const missing = new Map<MetricCode, MissingReason>();
  if (where !== undefined) for (const metric of ofNoTicket) missing.set(metric, 'ticket');
  if (outcome !== undefined) for (const metric of ofNobody) missing.set(metric, 'outcome');
  if (userId !== undefined) for (const metric of ofNobody) missing.set(metric, 'agent');
  return missing;
}

export function defineReport<const D extends ReportDefinition>(definition: D) {
  const { code, module, groups } = definition;
  const narrowed = {
    ...reportFilterShapes,
    row: rowText.optional(),
    /** Departments of tickets as they are now; else as they were at the time. The sum is the same. */
    departments: z.literal('now').optional(),
  };
  const isFilter = hasOnly(definition.filters);
  const permission = `${module}:VIEW` as const;
  return {
    ...definition,
    read: endpoint({
      method: 'GET',
      path: `/api/reports/${code}`,
      permission,
      summary: `Figures of the report ${code}, of days of the workspace's calendar.`,
      query: z
        .object({
          ...dayRange,
          ...narrowed,
          group: z.enum(groups).default(groups[0]),
          ...daysBefore,
        })
        .refine(isInOrder, WRONG_RANGE)
        .refine(isBeforeInOrder, WRONG_BEFORE)
        .refine(isFilter, WRONG_FILTER),
      response: z.object({ data: report }),
    }),
    list: endpoint({
      method: 'GET',
      path: `/api/reports/${code}/records`,
      permission,
      summary: `The records behind the figures of the report ${code}, newest first.`,
      query: z
        .object({ ...dayRange, ...narrowed, after: cursor.optional() })
        .refine(isInOrder, WRONG_RANGE)
        .refine(isFilter, WRONG_FILTER),
      response: z.object({ data: z.array(reportRecord), next: z.string().nullable() }),
    }),
    file: endpoint({
      method: 'GET',
      path: `/api/reports/${code}/file`,
      permission,
      summary: `The report ${code} as CSV: its rows, or its records.`,
      query: z
        .object({
          ...dayRange,
          ...narrowed,
          group: z.enum(['record', ...groups]).default(groups[0]),
        })
        .refine(isInOrder, WRONG_RANGE)
        .refine(isFilter, WRONG_FILTER),
      download: true,
      response: z.unknown(),
    }),
  };
}
