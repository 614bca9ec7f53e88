import { z } from 'zod';
import type { MediaId } from '../kit/codes.ts';
import { endpoint } from '../kit/endpoint.ts';
import type { ModuleCode } from '../kit/modules.ts';
import { cursor, timestamp } from '../kit/shapes.ts';
import {
  calendarDay,
  dayRange,
  comparisonDayFields,
  isComparisonInOrder,
  isDayRangeInOrder,
  COMPARISON_RANGE_ERROR,
  DAY_RANGE_ERROR,
} from './day-range.ts';
import type { MetricCode } from './metrics.ts';
import {
  REPORT_FILTERS,
  reportFilterFields,
  type FilterValues,
  type UnavailableMetricReason,
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
  'campaign',
] as const;
export type ReportGroup = (typeof REPORT_GROUPS)[number];

/** How a value of a record is shown. Users and reasons are names already; a ticket's number links to `ticket_id`. */
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
/** How a customer's wait for a reply ended, in writing or by a call. */
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
/** Who hung up; `system`: a broken connection, a supervisor, or the gateway. */
export const CALL_ENDERS = ['customer', 'agent', 'system'] as const;

/** A report: its module, how its figures can be grouped, and the fields of its records. Everything else is derived from it. */
export type ReportDefinition = {
  /** The code in the page's address. */
  code: string;
  module: ModuleCode;
  /** The feature that will fill it: until then the report has its columns and no records. */
  awaits?: 'campaigns' | 'bot';
  /** The first one is the default. */
  groups: readonly [ReportGroup, ...ReportGroup[]];
  metrics: readonly MetricCode[];
  /** The `metrics` at the top of the page. */
  tiles: readonly MetricCode[];
  /** The metrics of the chart. */
  chart: readonly MetricCode[];
  filters: readonly ReportFilter[];
  /** The `metrics` that belong to no agent, such as calls that nobody answered: they do not exist for a single user. */
  ofNobody?: readonly MetricCode[];
  /** The `metrics` that count some of a row's records, such as abandoned calls. All others count every record of the row. */
  partial?: readonly MetricCode[];
  /** The `metrics` that count something else than records, and so open none. */
  withoutRecords?: readonly MetricCode[];
  /** The `metrics` about users' time, which belongs to no ticket: they do not exist with a condition on tickets. */
  ofNoTicket?: readonly MetricCode[];
  /** The `metrics` that can be counted in office hours instead of elapsed time. */
  inOfficeHours?: readonly MetricCode[];
  records: Readonly<Record<string, RecordKind>>;
  /** For reports on messages: their channels. */
  media?: readonly MediaId[];
  /** The channels whose accounts it can be filtered by. */
  accounts?: readonly MediaId[];
};

const figures = z.record(z.string(), z.number().nullable());

export const reportRow = z.object({
  /** The day, or the id of what is grouped by; empty for records without one. */
  key: z.string(),
  /** Null for groups without a name. */
  name: z.string().nullable(),
  /** The user is not active any more. */
  is_left: z.boolean(),
  figures,
});
export type ReportRow = z.infer<typeof reportRow>;

export const report = z.object({
  from: calendarDay,
  until: calendarDay,
  time_zone: z.string(),
  /** When the figures were computed. */
  at: timestamp,
  /** Over all rows; computed from the records, not from the rows. */
  total: figures,
  /** The same for `before_from` to `before_until`. */
  before: figures.nullable(),
  rows: z.array(reportRow),
});
export type Report = z.infer<typeof report>;

const cell = z.union([z.string(), z.number(), z.boolean(), z.null()]);
export const reportRecord = z.object({ id: z.string(), cells: z.record(z.string(), cell) });
export type ReportRecord = z.infer<typeof reportRecord>;

export const officeHoursOnly = z.literal('office').optional();

/** A single row, `queue:support`: the kind of group, and its key. */
const rowText = z
  .string()
  .max(200)
  .regex(/^[a-z_]+:[^\p{Cc}]*$/u, 'Must say what the row is of and its key, with a colon between');

const hasOnly = (filters: readonly ReportFilter[]) => (asked: FilterValues) =>
  REPORT_FILTERS.every((name) => asked[name] === undefined || filters.includes(name));
const WRONG_FILTER = { message: 'Unknown filter of this report' };

/** The columns of a file in the order in which they were chosen; undefined for all. Pure. */
export const parseChosenColumns = (text: string | undefined): string[] | undefined => text?.split(',');

const hasColumns =
  ({ metrics, records }: Pick<ReportDefinition, 'metrics' | 'records'>) =>
  ({ group, columns }: { group: string; columns?: string | undefined }) => {
    const known: readonly string[] = group === 'record' ? Object.keys(records) : metrics;
    const chosen = parseChosenColumns(columns) ?? [];
    return new Set(chosen).size === chosen.length && chosen.every((one) => known.includes(one));
  };
const WRONG_COLUMNS = { message: 'This report has no such columns', path: ['columns'] };

/** The metrics that do not exist with these filters, and why: a call that nobody answered has no agent. */
export function unavailableMetrics(
  { ofNobody = [], ofNoTicket = [] }: Pick<ReportDefinition, 'code' | 'ofNobody' | 'ofNoTicket'>,
  { user_id: userId, outcome, where }: FilterValues,
): Map<MetricCode, UnavailableMetricReason> {
  const missing = new Map<MetricCode, UnavailableMetricReason>();
  if (where !== undefined) for (const metric of ofNoTicket) missing.set(metric, 'ticket');
  if (outcome !== undefined) for (const metric of ofNobody) missing.set(metric, 'outcome');
  if (userId !== undefined) for (const metric of ofNobody) missing.set(metric, 'agent');
  return missing;
}

export function defineReport<const D extends ReportDefinition>(definition: D) {
  const { code, module, groups } = definition;
  const narrowed = {
    ...reportFilterFields,
    row: rowText.optional(),
    /** Groups by the current departments of tickets instead of those at the time. The total is the same. */
    departments: z.literal('now').optional(),
    /** Counts times in the office hours of departments, as they are set now. */
    hours: officeHoursOnly,
  };
  const partial: readonly MetricCode[] = definition.partial ?? definition.metrics;
  /** Only the records that this metric counts. */
  const metric = z.enum(partial).optional();
  const isFilter = (asked: FilterValues & { hours?: string | undefined }) =>
    hasOnly(definition.filters)(asked) &&
    (asked.hours === undefined || definition.inOfficeHours !== undefined);
  const permission = `${module}:VIEW` as const;
  return {
    ...definition,
    read: endpoint({
      method: 'GET',
      path: `/api/reports/${code}`,
      permission,
      summary: `Figures of the report ${code}, for a range of days in the workspace's time zone.`,
      query: z
        .object({
          ...dayRange,
          ...narrowed,
          group: z.enum(groups).default(groups[0]),
          ...comparisonDayFields,
        })
        .refine(isDayRangeInOrder, DAY_RANGE_ERROR)
        .refine(isComparisonInOrder, COMPARISON_RANGE_ERROR)
        .refine(isFilter, WRONG_FILTER),
      response: z.object({ data: report }),
    }),
    list: endpoint({
      method: 'GET',
      path: `/api/reports/${code}/records`,
      permission,
      summary: `The records behind the figures of the report ${code}, newest first.`,
      query: z
        .object({ ...dayRange, ...narrowed, metric, after: cursor.optional() })
        .refine(isDayRangeInOrder, DAY_RANGE_ERROR)
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
          metric,
          group: z.enum(['record', ...groups]).default(groups[0]),
          /** Codes of metrics or of a record's fields, with commas between. */
          columns: z.string().max(2000).optional(),
        })
        .refine(isDayRangeInOrder, DAY_RANGE_ERROR)
        .refine(isFilter, WRONG_FILTER)
        .refine(hasColumns(definition), WRONG_COLUMNS),
      download: true,
      response: z.unknown(),
    }),
  };
}
