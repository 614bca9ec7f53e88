import {
  METRICS,
  unavailableMetrics,
  type MetricValues,
  type MetricCode,
  type ReportDefinition,
} from '@trunkline/contract';
import type { Query } from '#platform/db';
import { GROUP_COLUMNS, type GroupColumns } from './groups.ts';
import type { ReportReader, ReportScope } from './report-reader.ts';

/** The figures of one group, as a report's query returns them. */
export type FiguresRow<Metric extends MetricCode> = MetricValues<Metric> & {
  key: string;
  name: string | null;
  is_left: boolean;
};

type Source<Metric extends MetricCode> = Pick<ReportReader, 'records'> & {
  /** One query for all groups or for the total; a group without records has no row. */
  figuresBy: (q: Query, scope: ReportScope, columns: GroupColumns) => Promise<FiguresRow<Metric>[]>;
  /** The figures without any records. */
  none: MetricValues<Metric>;
};

/** A report whose total and rows are the same query with different groups, so that both count the same. */
export function createFiguresReader<Metric extends MetricCode, Group extends keyof typeof GROUP_COLUMNS>({
  figuresBy,
  none,
  records,
}: Source<Metric>): ReportReader<Metric, Group> {
  return {
    async total(q, scope) {
      const [row] = await figuresBy(q, scope, GROUP_COLUMNS.total);
      return row ? figuresOf(row) : none;
    },
    async rows(q, scope, group) {
      const rows = await figuresBy(q, scope, GROUP_COLUMNS[group]);
      return rows.map((row) => ({
        key: row.key,
        name: row.name,
        is_left: row.is_left,
        figures: figuresOf(row),
      }));
    },
    records,
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
  return {
    total: async (q, scope) => figuresToShow(await reader.total(q, scope), missingIn(scope)),
    async rows(q, scope, group) {
      const rows = await reader.rows(q, scope, group);
      return rows.map((row) => ({
        ...row,
        figures: figuresToShow(
          row.figures,
          new Map([
            ...missingIn(scope, group === 'agent' && row.key !== ''),
            ...(group === 'agent' && row.key === '' ? ratesOfNobody : []),
          ]),
        ),
      }));
    },
    records: reader.records,
  };
}
