import {
  type Language,
  METRICS,
  type MetricCode,
  type RecordKind,
  REPORTS,
  type ReportCode,
  type ReportGroup,
} from '@trunkline/contract';
import { metricWords as en, reportWords as enWords } from '@trunkline/contract/metric-words-en';
import { metricWords as id, reportWords as idWords } from '@trunkline/contract/metric-words-id';
import type { SheetColumn, SheetValue } from '#platform/sheets/xlsx-file';
import type { ReportTable } from './report-table.ts';

const WORDS = {
  en: { metrics: en, report: enWords },
  id: { metrics: id, report: idWords },
} as const satisfies Record<Language, unknown>;

type TranslateOptions = {
  code: ReportCode;
  group: ReportGroup | 'record';
  language: Language;
  hasUnits: boolean;
};

const isMetric = (name: string): name is MetricCode => Object.hasOwn(METRICS, name);

/** A table for people: heads and codes in their language. `hasUnits`: seconds are whole numbers with their unit in the head. */
export function translateTable({ columns, lines }: ReportTable, asked: TranslateOptions): ReportTable {
  const readers = columns.map(({ name }) => valuesOf(name, asked));
  async function* worded(): AsyncGenerator<SheetValue[]> {
    for await (const line of lines) yield line.map((value, index) => readers[index]?.(value) ?? value);
  }
  return { columns: columns.map((column) => ({ ...column, name: headOf(column, asked) })), lines: worded() };
}

function headOf({ name, kind }: SheetColumn, { group, language, hasUnits }: TranslateOptions): string {
  const { metrics, report } = WORDS[language];
  const unit = hasUnits && kind === 'seconds' ? ` (${report.seconds})` : '';
  if (group === 'record') return `${report.column[name as keyof typeof report.column]}${unit}`;
  if (isMetric(name)) return `${metrics[name].name}${unit}`;
  return name === `${group}_id` ? `${report.by[group]} (ID)` : report.by[group];
}

/** The texts of a column's values; undefined where they are not codes. */
function valuesOf(
  name: string,
  { code, group, language }: TranslateOptions,
): ((value: SheetValue) => string | undefined) | undefined {
  if (group !== 'record') return undefined;
  const { report } = WORDS[language];
  const kind = (REPORTS[code].records as Readonly<Record<string, RecordKind>>)[name];
  const words: Record<string, string> | undefined =
    kind === 'outcome' ? report.outcome : kind === 'ender' ? report.ender : undefined;
  return words && ((value) => words[String(value)]);
}
