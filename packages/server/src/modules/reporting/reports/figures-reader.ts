import {
  METRICS,
  unavailableMetrics,
  type MetricValues,
  type MetricCode,
  type ReportDefinition,
} from '@trunkline/contract';
import type { Query } from '#platform/db';
import { GROUP_COLUMNS, type GroupColumns } from './groups.ts';
import type { FiguresOfRow, RecordReading, ReportReader, ReportScope } from './report-reader.ts';

/** The figures of one group, as a report's query returns them. */
export type FiguresRow<Metric extends MetricCode> = MetricValues<Metric> & {
  key: string;
  name: string | null;
  is_left: boolean;
};

type Source<Metric extends MetricCode> = RecordReading & {
  /** One query for all groups or for the total; a group without records has no row. */
  figuresBy: (q: Query, scope: ReportScope, columns: GroupColumns) => Promise<FiguresRow<Metric>[]>;
  /** The figures without any records. */
  none: MetricValues<Metric>;
  /**
   * The figures of all records from those of the rows of a group, in each of which every record stands once; undefined where they do
   * not follow from them, as percentiles do not.
   */
  totalOf?: (rows: readonly MetricValues<Metric>[]) => MetricValues<Metric>;
  /** `figuresBy` for several groupings of the same records, which are read once. */
  figuresByEach?: (
    q: Query,
    scope: ReportScope,
    groupings: readonly GroupColumns[],
  ) => Promise<FiguresRow<Metric>[][]>;
};

/** A report whose total and rows are the same query with different groups, so that both count the same. */
export function createFiguresReader<Metric extends MetricCode, Group extends keyof typeof GROUP_COLUMNS>({
  figuresBy,
  none,
  totalOf,
  figuresByEach,
  records,
  allRecords,
}: Source<Metric>): ReportReader<Metric, Group> {
  type Reader = ReportReader<Metric, Group>;
  const totalFrom = ([row]: readonly FiguresRow<Metric>[]): MetricValues<Metric> =>
    row ? figuresOf(row) : none;
  const rowsFrom = (found: readonly FiguresRow<Metric>[]): FiguresOfRow<Metric>[] =>
    found.map((row) => ({ key: row.key, name: row.name, is_left: row.is_left, figures: figuresOf(row) }));
  const total: Reader['total'] = async (q, scope) =>
    totalFrom(await figuresBy(q, scope, GROUP_COLUMNS.total));
  const rows: Reader['rows'] = async (q, scope, group) =>
    rowsFrom(await figuresBy(q, scope, GROUP_COLUMNS[group]));
  return {
    total,
    rows,
    async figures(q, scope, group) {
      if (figuresByEach) {
        const [all = [], found = []] = await figuresByEach(q, scope, [
          GROUP_COLUMNS.total,
          GROUP_COLUMNS[group],
        ]);
        return { total: totalFrom(all), rows: rowsFrom(found) };
      }
      const found = await rows(q, scope, group);
      if (!totalOf) return { total: await total(q, scope), rows: found };
      return { total: found.length > 0 ? totalOf(found.map(({ figures }) => figures)) : none, rows: found };
    },
    records,
    allRecords,
  };
}

function figuresOf<Metric extends MetricCode>(row: FiguresRow<Metric>): MetricValues<Metric> {
  const { key: _, name: __, is_left: ___, ...figures } = row;
  return figures;
}

/**
 * The same report with null for figures that do not exist under its filters: for an agent, an outcome, or tickets. Null is not
 * 0.
 */
export function withoutMissing(definition: ReportDefinition, reader: ReportReader): ReportReader {
  const missingIn = ({ userId, outcome, where }: ReportScope, isAgent = false) =>
    unavailableMetrics(definition, {
      user_id: isAgent ? 0 : userId,
      outcome,
      where: where && '',
    });
  const figuresToShow = (figures: MetricValues, missing: ReadonlyMap<MetricCode, unknown>): MetricValues => ({
    ...figures,
    ...Object.fromEntries([...missing.keys()].map((metric) => [metric, null])),
  });
  // Lost calls alone are no queue: of them a service level would be 0 %, and abandonment 100 %.
  const ratesOfNobody = new Map(
    (definition.ofNobody ?? [])
      .filter((metric) => METRICS[metric] === 'ratio')
      .map((metric) => [metric, null]),
  );
  const rowToShow = (row: FiguresOfRow, scope: ReportScope, group: string): FiguresOfRow => ({
    ...row,
    figures: figuresToShow(
      row.figures,
      new Map([
        ...missingIn(scope, group === 'agent' && row.key !== ''),
        ...(group === 'agent' && row.key === '' ? ratesOfNobody : []),
      ]),
    ),
  });
  return {
    total: async (q, scope) => figuresToShow(await reader.total(q, scope), missingIn(scope)),
    rows: async (q, scope, group) =>
      (await reader.rows(q, scope, group)).map((row) => rowToShow(row, scope, group)),
    async figures(q, scope, group) {
      const { total, rows } = await reader.figures(q, scope, group);
      return {
        total: figuresToShow(total, missingIn(scope)),
        rows: rows.map((row) => rowToShow(row, scope, group)),
      };
    },
    records: reader.records,
    allRecords: reader.allRecords,
  };
}

/** The sum of each figure over some rows. */
export function sumOfRows<Metric extends MetricCode>(
  rows: readonly MetricValues<Metric>[],
): MetricValues<Metric> {
  const metrics = Object.keys(rows[0] ?? {}) as Metric[];
  const sum = (metric: Metric): number => rows.reduce((all, row) => all + (row[metric] ?? 0), 0);
  return Object.fromEntries(metrics.map((metric) => [metric, sum(metric)])) as MetricValues<Metric>;
}
