import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import type { MetricCode, Report, ReportRow } from '@trunkline/contract';
import plain from '#shared/listing/plain-table.module.css';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ReportDefinition } from '../api.ts';
import classes from '../reporting.module.css';
import { OpenFigure } from './open-figure.tsx';
import { metricsWithoutAgent, rowName, sortRows, type Grouping, type RowSort } from './report-view.ts';

type Props = {
  definition: ReportDefinition;
  report: Report;
  grouping: Grouping;
  /** The columns in their order. */
  shown: readonly string[];
  /** Undefined is the total; without a metric all records of the row. */
  onOpen: (key: string | undefined, metric?: MetricCode) => void;
};

/** The figures by group, with the total in the last row. Names and figures open the records behind them. */
export function RowTable({ definition, report, grouping, shown, onOpen }: Props) {
  const { t } = useTranslation('reporting');
  const [sort, setSort] = useState<RowSort>({ by: 'name', isDescending: false });
  const all: readonly MetricCode[] = definition.metrics;
  const metrics = shown.flatMap((name) => all.filter((metric) => metric === name));
  const nobodys = metricsWithoutAgent(definition);
  const sortBy = (by: RowSort['by']) =>
    setSort((known) => ({ by, isDescending: known.by === by ? !known.isDescending : by !== 'name' }));
  return (
    <div
      className={`${plain['wide']} ${classes['below']}`}
      tabIndex={0}
      role="region"
      aria-label={t('figures')}
    >
      <table className={`${plain['table']} ${plain['pinned']}`}>
        <thead>
          <tr>
            <Head name={t(`by.${grouping}`)} by="name" sort={sort} onSort={sortBy} />
            {metrics.map((metric) => (
              <Head
                key={metric}
                name={t(`metric.${metric}.name`)}
                title={t(`metric.${metric}.what`)}
                by={metric}
                sort={sort}
                onSort={sortBy}
              />
            ))}
          </tr>
        </thead>
        <tbody>
          {sortRows(report.rows, sort).map((row) => (
            <tr key={row.key}>
              <th scope="row">
                <button type="button" onClick={() => onOpen(row.key)} title={t('open')}>
                  <RowName row={row} grouping={grouping} />
                </button>
              </th>
              {metrics.map((metric) => (
                <td
                  key={metric}
                  data-figure
                  title={
                    grouping === 'agent' && row.figures[metric] === null && nobodys.includes(metric)
                      ? t('no-agent')
                      : undefined
                  }
                >
                  <OpenFigure
                    definition={definition}
                    metric={metric}
                    value={row.figures[metric]}
                    onOpen={() => onOpen(row.key, metric)}
                  />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{t('total')}</th>
            {metrics.map((metric) => (
              <td key={metric} data-figure>
                <OpenFigure
                  definition={definition}
                  metric={metric}
                  value={report.total[metric]}
                  onOpen={() => onOpen(undefined, metric)}
                />
              </td>
            ))}
          </tr>
        </tfoot>
      </table>
    </div>
  );
}

function RowName({ row, grouping }: { row: ReportRow; grouping: Grouping }) {
  const { t } = useTranslation('reporting');
  const name = rowName(row, grouping);
  if (name === null) return t('none');
  return row.is_left ? t('left', { name }) : name;
}

type HeadProps = {
  name: string;
  title?: string;
  by: RowSort['by'];
  sort: RowSort;
  onSort: (by: RowSort['by']) => void;
};

function Head({ name, title, by, sort, onSort }: HeadProps) {
  const isSorted = sort.by === by;
  const Sign = sort.isDescending ? IconArrowDown : IconArrowUp;
  const direction = sort.isDescending ? 'descending' : 'ascending';
  return (
    <th scope="col" aria-sort={isSorted ? direction : 'none'} data-figure={by === 'name' ? undefined : true}>
      <button type="button" onClick={() => onSort(by)} title={title}>
        {name}
        {isSorted && <Sign size={14} stroke={1.75} aria-hidden />}
      </button>
    </th>
  );
}
