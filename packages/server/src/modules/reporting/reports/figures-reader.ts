import type { Figures, MetricCode } from '@trunkline/contract';
import type { Query } from '#platform/db';
import { GROUPS, type GroupColumns } from './groups.ts';
import type { ReportReader, Scope } from './report-reader.ts';

/** The figures of one group, as the statement of a report gives them. */
export type FiguresRow<Metric extends MetricCode> = Figures<Metric> & {
  key: string;
  name: string | null;
  is_left: boolean;
};

type Source<Metric extends MetricCode> = Pick<ReportReader, 'records'> & {
  /** One statement for all groups, the total among them; a group without records has no row. */
  figuresBy: (q: Query, scope: Scope, columns: GroupColumns) => Promise<FiguresRow<Metric>[]>;
  /** Where there is no record at all. */
  none: Figures<Metric>;
  /** What belongs to nobody, such as a call that nobody answered: of one person there is no such figure, which is not 0. */
  ofNobody?: readonly Metric[];
};

/** A report whose total and rows are one statement, grouped differently: they can not differ in what they count. */
export function figuresReader<Metric extends MetricCode, Group extends keyof typeof GROUPS>({
  figuresBy,
  none,
  ofNobody = [],
  records,
}: Source<Metric>): ReportReader<Metric, Group> {
  const empty = Object.fromEntries(ofNobody.map((metric) => [metric, null]));
  const shown = (figures: Figures<Metric>, isOfPerson: boolean): Figures<Metric> =>
    isOfPerson ? { ...figures, ...empty } : figures;

  return {
    async total(q, scope) {
      const [row] = await figuresBy(q, scope, GROUPS.total);
      return shown(row ? figuresOf(row) : none, scope.userId !== undefined);
    },

    async rows(q, scope, group) {
      const rows = await figuresBy(q, scope, GROUPS[group]);
      return rows.map((row) => ({
        key: row.key,
        name: row.name,
        is_left: row.is_left,
        figures: shown(figuresOf(row), scope.userId !== undefined || (group === 'agent' && row.key !== '')),
      }));
    },

    records,
  };
}

function figuresOf<Metric extends MetricCode>(row: FiguresRow<Metric>): Figures<Metric> {
  const { key: _, name: __, is_left: ___, ...figures } = row;
  return figures;
}
