import type { MetricCode, MetricUnit, ReportRow } from '@trunkline/contract';
import { parseChosenColumns, METRICS, REPORTS } from '@trunkline/contract';
import { filtersOf } from '#shared/filters/figure-query.ts';
import { calendarDate, number } from '#shared/lib/format.ts';
import { languageStore } from '#shared/lib/language.ts';
import { metricDuration } from '#shared/lib/metric-duration.ts';
import type { ReportSearch } from '#shared/lib/search/report-search.ts';
import { columnsShown } from '#shared/table/columns.ts';
import type { ReportDefinition, ReportQuery } from '../api.ts';

/** What a row stands for: one of the report's groups, or a single record. */
export type Grouping = ReportDefinition['groups'][number] | 'record';

/** Returns the grouping in the address; the report's first one where it is not valid. */
export function groupingOf({ groups }: ReportDefinition, { group }: ReportSearch): Grouping {
  if (group === 'record') return 'record';
  return groups.find((each) => each === group) ?? groups[0];
}

/** Returns the report at an address such as `/reports/break_history`. */
export const reportAt = (pathname: string): ReportDefinition | undefined =>
  Object.values(REPORTS).find(({ code }) => pathname.replace(/\/$/, '') === `/reports/${code}`);

/** Formats a figure: "1 h 2 min", "1.204", "81.90 %"; a dash where there is no value. */
export function figureText(metric: MetricCode, value: number | null | undefined): string {
  if (value === null || value === undefined) return '–';
  const unit = METRICS[metric];
  return unit === 'seconds' ? metricDuration(metric, value) : FORMATS[unit](value);
}

const withTwoDigits = (value: number, style: 'percent' | 'decimal'): string =>
  new Intl.NumberFormat(languageStore.get(), {
    style,
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
  }).format(value);

const FORMATS: Record<Exclude<MetricUnit, 'seconds'>, (value: number) => string> = {
  count: number,
  ratio: (value) => withTwoDigits(value, 'percent'),
  score: (value) => withTwoDigits(value, 'decimal'),
  number: (value) => withTwoDigits(value, 'decimal'),
};

type RowAddress = Partial<Record<keyof ReportSearch, string | number | undefined>>;

/** A row of a report; of several days together with the last of them. */
export type OpenedRow = { grouping: Grouping; key: string; until?: string };

/** Returns the address of the records behind a row or the total, or of those that one of its figures counts. */
export function recordsAddressOf(
  definition: ReportDefinition,
  row: OpenedRow | 'total',
  metric?: MetricCode,
): RowAddress {
  // Rows and records have columns of their own.
  const opened = { group: 'record', columns: undefined, metric: partialMetric(definition, metric) };
  if (row === 'total') return opened;
  const { grouping, key, until = key } = row;
  if (grouping === 'day') return { ...opened, range: 'custom', from: key, to: until };
  const name = FILTER_OF[grouping];
  return { ...opened, ...(name && key ? { [name]: Number(key) } : { row: `${grouping}:${key}` }) };
}

/** Returns the metric if it counts only some of the records. */
export function partialMetric(
  definition: ReportDefinition,
  metric: string | undefined,
): MetricCode | undefined {
  const partial: readonly MetricCode[] = 'partial' in definition ? definition.partial : [];
  return partial.find((each) => each === metric);
}

/** Whether a figure leads to records: it has a value, and counts some. */
export function hasRecords(
  definition: ReportDefinition,
  metric: MetricCode,
  value: number | null | undefined,
): boolean {
  const without: readonly MetricCode[] = 'withoutRecords' in definition ? definition.withoutRecords : [];
  if (value === null || value === undefined || without.includes(metric)) return false;
  return value !== 0 || METRICS[metric] !== 'count';
}

/** Returns what the page of a report requests and shows, from its address. Pure. */
export function viewOf(
  definition: ReportDefinition,
  search: ReportSearch,
  days: { from: string; to: string },
) {
  const grouping = groupingOf(definition, search);
  const query: ReportQuery = {
    from: days.from,
    until: days.to,
    ...filtersOf(definition.filters, search),
    row: search.row,
    departments: search.departments,
    hours: 'inOfficeHours' in definition ? search.hours : undefined,
  };
  const metric = grouping === 'record' ? partialMetric(definition, search.metric) : undefined;
  const all = columnsOf(definition, grouping);
  const shown = columnsShown(parseChosenColumns(search.columns), all, all);
  return { grouping, query, metric, shown, columns: shown === all ? undefined : shown.join(',') };
}

/** Returns all columns of a table: metrics, or the fields of a record. */
export const columnsOf = ({ metrics, records }: ReportDefinition, grouping: Grouping): readonly string[] =>
  grouping === 'record' ? Object.keys(records) : metrics;

const FILTER_OF: Partial<Record<Grouping, keyof ReportSearch>> = {
  agent: 'agent',
  department: 'department',
  break_reason: 'reason',
};

/** Returns the metrics that belong to no agent. */
export const metricsWithoutAgent = (definition: ReportDefinition): readonly MetricCode[] =>
  'ofNobody' in definition ? definition.ofNobody : [];

/** Returns the name of a row; null where it has none. */
export function rowName({ key, name }: Pick<ReportRow, 'key' | 'name'>, grouping: Grouping): string | null {
  if (grouping === 'day') return calendarDate(key);
  return grouping === 'hour' ? `${key}:00–${key}:59` : name;
}

export type RowSort = { by: MetricCode | 'name'; isDescending: boolean };

/** Sorts rows by a figure or by name; rows without the figure come last in either direction. */
export function sortRows(rows: readonly ReportRow[], { by, isDescending }: RowSort): ReportRow[] {
  const direction = isDescending ? -1 : 1;
  return rows.toSorted((a, b) => {
    if (by === 'name') return direction * (a.name ?? a.key).localeCompare(b.name ?? b.key);
    const [left, right] = [a.figures[by] ?? null, b.figures[by] ?? null];
    if (left === null || right === null) return Number(left === null) - Number(right === null);
    return direction * (left - right);
  });
}
