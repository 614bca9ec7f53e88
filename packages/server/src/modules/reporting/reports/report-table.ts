import {
  type ExportFormat,
  METRICS,
  type MetricCode,
  type MetricUnit,
  type RecordKind,
  REPORTS,
  type ReportCode,
  type ReportGroup,
} from '@trunkline/contract';
import type { CsvDialect } from '#platform/csv/csv-file';
import { guardFormula } from '#platform/csv/formulas';
import type { Query } from '#platform/db';
import type { SheetColumn, SheetKind, SheetValue } from '#platform/sheets/xlsx-file';
import type { RecordPlace, ReportReader, ReportScope } from './report-reader.ts';

/** A report as a file contains it: rows of a group, or records. Columns are named by their codes. */
export type ReportTable = { columns: SheetColumn[]; lines: AsyncIterable<SheetValue[]> };

type TableOptions = {
  code: ReportCode;
  reader: ReportReader;
  scope: ReportScope;
  group: ReportGroup | 'record';
  /** The columns in their order; undefined for all. */
  chosen?: readonly string[] | undefined;
  /** Whether the query is of a transaction that lasts until the lines are read: then the records are found once. */
  isInTransaction?: boolean;
};

/** How many records are read at a time outside of a transaction: each page scans the whole range again. */
const PAGE = 20_000;

/** Reads while the lines are consumed. */
export function readReportTable(q: Query, asked: TableOptions): ReportTable {
  return asked.group === 'record' ? recordTable(q, asked) : rowTable(q, asked, asked.group);
}

function rowTable(q: Query, { code, reader, scope, chosen }: TableOptions, group: ReportGroup): ReportTable {
  const metrics = inOrder<MetricCode>(REPORTS[code].metrics, chosen);
  const isDay = group === 'day';
  const head: SheetColumn[] = isDay
    ? [{ name: 'day', kind: 'day' }]
    : [
        { name: `${group}_id`, kind: 'text' },
        { name: group, kind: 'text' },
      ];
  async function* lines(): AsyncGenerator<SheetValue[]> {
    for (const { key, name, figures } of await reader.rows(q, scope, group))
      yield [...(isDay ? [key] : [key, name ?? '']), ...metrics.map((metric) => figures[metric] ?? null)];
  }
  return {
    columns: [...head, ...metrics.map((metric) => ({ name: metric, kind: UNITS[METRICS[metric]] }))],
    lines: lines(),
  };
}

const UNITS: Record<MetricUnit, SheetKind> = {
  count: 'count',
  number: 'score',
  score: 'score',
  ratio: 'share',
  seconds: 'seconds',
};
const KINDS: Partial<Record<RecordKind, SheetKind>> = {
  time: 'time',
  seconds: 'seconds',
  count: 'count',
  yes: 'yes',
};

/** The chosen ones of all columns, in the order in which they were chosen. */
const inOrder = <Name extends string>(
  all: readonly Name[],
  chosen: readonly string[] | undefined,
): readonly Name[] => chosen?.flatMap((name) => all.find((one) => one === name) ?? []) ?? all;

function recordTable(
  q: Query,
  { code, reader, scope, chosen, isInTransaction = false }: TableOptions,
): ReportTable {
  const records: Readonly<Record<string, RecordKind>> = REPORTS[code].records;
  const columns = inOrder(Object.keys(records), chosen).map((name): SheetColumn => ({
    name,
    kind: KINDS[records[name] ?? 'text'] ?? 'text',
  }));
  async function* lines(): AsyncGenerator<SheetValue[]> {
    const records = isInTransaction ? reader.allRecords(q, scope) : pagesOfRecords(q, reader, scope);
    for await (const { cells } of records) yield columns.map(({ name }) => cells[name] ?? null);
  }
  return { columns, lines: lines() };
}

async function* pagesOfRecords(q: Query, reader: ReportReader, scope: ReportScope) {
  let after: RecordPlace | undefined;
  do {
    const records = await reader.records(q, scope, { limit: PAGE, after });
    yield* records;
    after = records.length === PAGE ? records.at(-1)?.place : undefined;
  } while (after);
}

/** With times in UTC; text that a spreadsheet would run as a formula is guarded, numbers stay numbers. */
export async function* csvLines(
  { columns, lines }: ReportTable,
  { number }: CsvDialect,
): AsyncGenerator<string[]> {
  yield columns.map(({ name }) => name);
  for await (const line of lines)
    yield line.map((value) => {
      if (typeof value === 'number') return number(value);
      return typeof value === 'string' ? guardFormula(value) : String(value ?? '');
    });
}

/** `email_2026-11-01_2026-11-25_20261126T101500Z.csv`. */
export function reportFileName(
  code: ReportCode,
  { from, until }: { from: string; until: string },
  { now, format }: { now: Date; format: ExportFormat },
): string {
  const moment = now.toISOString().replaceAll(/[-:]|\.\d+/g, '');
  return `${code}_${from}_${until}_${moment}.${format}`;
}
