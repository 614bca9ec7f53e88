import { ColumnsButton } from '#shared/table/columns-button.tsx';
import { type SearchPatch, useSearchPatch } from '#shared/lib/search/use-search-patch.ts';
import { FigureFilters } from '#shared/filters/figure-filters.tsx';
import { clockTime, workTimeText } from '#shared/lib/format.ts';
import { readReportSearch, type ReportSearch } from '#shared/lib/search/report-search.ts';
import { timeZoneStore } from '#shared/lib/time-zone.ts';
import page from '#shared/ui/layout/figure-page.module.css';
import { PageTitle } from '#shared/ui/layout/page-title.tsx';
import { EmptyState } from '#shared/ui/states/empty-state.tsx';
import { ErrorState } from '#shared/ui/states/error-state.tsx';
import { Skeletons } from '#shared/ui/states/skeletons.tsx';
import { Button, Select, Switch } from '@mantine/core';
import { IconChartBar } from '@tabler/icons-react';
import { useLocation } from '@tanstack/react-router';
import {
  currentDayIn,
  comparisonDays,
  daysOfRange,
  unavailableMetrics,
  type MetricCode,
  type Report,
  type ReportFilters,
} from '@trunkline/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useReport, type RecordsQuery, type ReportDefinition } from '../api.ts';
import { ExportMenu } from '../exports/export-menu.tsx';
import { SavedButton } from '../saved/saved-button.tsx';
import { ServiceLevelNote } from '../service-levels/service-level-note.tsx';
import { ReportChart } from './report-chart.tsx';
import { ReportFrame } from './report-frame.tsx';
import { RecordTable, type ColumnCode } from './record-table.tsx';
import {
  columnsOf,
  reportAt,
  groupingOf,
  recordsAddressOf,
  partialMetric,
  rowName,
  viewOf,
  type Grouping,
  type OpenedRow,
} from './report-view.ts';
import { RowTable } from './row-table.tsx';
import { Tiles } from './tiles.tsx';
import classes from '../reporting.module.css';

/** The report that the address names. */
export function ReportPage() {
  const { pathname, search } = useLocation();
  const definition = reportAt(pathname);
  // Always defined, because the routes have no other addresses.
  return definition ? (
    <OneReport key={definition.code} definition={definition} search={readReportSearch(search)} />
  ) : null;
}

type Props = { definition: ReportDefinition; search: ReportSearch };

function OneReport({ definition, search }: Props) {
  const { t } = useTranslation('reporting');
  const [now] = useState(() => Date.now());
  const today = currentDayIn(timeZoneStore.get(), now);
  const chosen: ReportSearch = { ...search, range: search.range ?? 'week' };
  const { grouping, query, metric, shown, columns } = viewOf(definition, chosen, daysOfRange(chosen, today));
  const before = chosen.compare ? comparisonDays(chosen, today) : undefined;
  const group = grouping === 'record' ? definition.groups[0] : grouping;
  const report = useReport(definition, {
    ...query,
    group,
    before_from: before?.from,
    before_until: before?.to,
  });
  const patchSearch = useSearchPatch<ReportSearch>();
  const change = (patch: SearchPatch<ReportSearch>) => patchSearch(patch, { replace: true });
  return (
    <div className={page['page']}>
      <PageTitle title={t(`report.${definition.code}`)} note={report.data && <AsOf report={report.data} />}>
        <SavedButton definition={definition} search={search} />
        <ReportColumns definition={definition} grouping={grouping} shown={shown} onChange={change} />
        <ExportMenu
          definition={definition}
          query={exported({ ...query, metric, columns, group: grouping })}
        />
      </PageTitle>
      <div className={page['scroll']}>
        <Rule definition={definition} />
        <FigureFilters
          value={chosen}
          days={query}
          filters={definition.filters}
          accounts={'accounts' in definition ? definition.accounts : []}
          hasDepartmentsOfThen
          onChange={change}
        >
          <RowChoice definition={definition} search={search} onChange={change} />
          <OfficeHours definition={definition} search={search} onChange={change} />
        </FigureFilters>
        {report.error && !report.data && (
          <div className={page['state']}>
            <ErrorState error={report.error} onRetry={() => void report.refetch()} />
          </div>
        )}
        {!report.data && !report.error && <Skeletons rows={8} height={40} />}
        {report.data && (
          <Figures
            definition={definition}
            report={report.data}
            grouping={grouping}
            query={{ ...query, metric }}
            shown={shown}
            // An entry of its own in the browser's history, so that Back leads from records to the figures.
            onOpen={(patch) => patchSearch(patch, { replace: false })}
          />
        )}
      </div>
    </div>
  );
}

/** A notice above some reports that explains their figures. */
function Rule({ definition: { code } }: Pick<Props, 'definition'>) {
  const { t } = useTranslation('reporting');
  if (code === 'calls') return <ServiceLevelNote />;
  return code === 'satisfaction_metrics' ? <p className={classes['rule']}>{t('only-calls')}</p> : null;
}

/** Returns the given values of a query as an export takes them. */
const exported = (query: RecordsQuery & { group: string; columns: string | undefined }): ReportFilters =>
  Object.fromEntries(
    Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );

/** The moment of the figures, which still change while the period is not over. */
function AsOf({ report: { at, time_zone: zone, until } }: { report: Report }) {
  const { t } = useTranslation('reporting');
  const isLive = until >= currentDayIn(zone, Date.parse(at));
  return t(isLive ? 'live' : 'as-of', { time: clockTime(at), zone });
}

type RowChoiceProps = Props & { onChange: (change: SearchPatch<ReportSearch>) => void };

type ReportColumnsProps = {
  definition: ReportDefinition;
  grouping: Grouping;
  shown: readonly string[];
  onChange: (change: SearchPatch<ReportSearch>) => void;
};

/** Selects the columns of the table, which files and saved views have too. */
function ReportColumns({ definition, grouping, shown, onChange }: ReportColumnsProps) {
  const { t } = useTranslation('reporting');
  const all = columnsOf(definition, grouping);
  const isAll = (columns: readonly string[]) =>
    columns.length === all.length && columns.every((column, index) => column === all[index]);
  return (
    <ColumnsButton
      columns={shown}
      all={all}
      initial={all}
      nameOf={(code) =>
        grouping === 'record' ? t(`column.${code as ColumnCode}`) : t(`metric.${code as 'waits'}.name`)
      }
      onSave={(columns) => onChange({ columns: isAll(columns) ? undefined : columns.join(',') })}
    />
  );
}

/** Selects whether replies are counted in office hours, where the report has them. */
function OfficeHours({ definition, search, onChange }: RowChoiceProps) {
  const { t } = useTranslation('reporting');
  if (!('inOfficeHours' in definition)) return null;
  return (
    <Switch
      className={classes['switch']}
      label={t('office-hours')}
      title={t('office-hours-hint')}
      checked={search.hours === 'office'}
      onChange={(event) => onChange({ hours: event.currentTarget.checked ? 'office' : undefined })}
    />
  );
}

/** Selects how figures are grouped, and removes the filters for a single row or figure. */
function RowChoice({ definition, search, onChange }: RowChoiceProps) {
  const { t } = useTranslation('reporting');
  const metric = partialMetric(definition, search.metric);
  return (
    <>
      <Select
        className={classes['group']}
        label={t('group')}
        allowDeselect={false}
        data={[...definition.groups, 'record' as const].map((value) => ({ value, label: t(`by.${value}`) }))}
        value={groupingOf(definition, search)}
        onChange={(group) => onChange({ group: group ?? undefined, columns: undefined, metric: undefined })}
      />
      {search.row !== undefined && (
        <Button
          size="xs"
          variant="light"
          className={classes['chip']}
          onClick={() => onChange({ row: undefined })}
        >
          {t('only', { name: rowText(search.row, t('none')) })}
        </Button>
      )}
      {metric !== undefined && groupingOf(definition, search) === 'record' && (
        <Button
          size="xs"
          variant="light"
          className={classes['chip']}
          onClick={() => onChange({ metric: undefined })}
        >
          {t('only', { name: t(`metric.${metric as 'waits'}.name`) })}
        </Button>
      )}
    </>
  );
}

/** Names the single row that is shown, as the table does: an hour, a queue, a number. */
function rowText(row: string, none: string): string {
  const [grouping, ...rest] = row.split(':');
  const key = rest.join(':');
  return rowName({ key, name: key }, grouping as Grouping) || none;
}

type FiguresProps = {
  definition: ReportDefinition;
  report: Report;
  grouping: Grouping;
  query: RecordsQuery;
  shown: readonly string[];
  onOpen: (change: SearchPatch<ReportSearch>) => void;
};

function Figures({ definition, report, grouping, query, shown, onOpen }: FiguresProps) {
  const { t } = useTranslation('reporting');
  if ('awaits' in definition)
    return (
      <ReportFrame definition={definition} report={report} grouping={grouping} query={query} shown={shown} />
    );
  if (report.rows.length === 0)
    return (
      <div className={page['state']}>
        <EmptyState icon={IconChartBar} title={t('nothing')} hint={t('nothing-hint')} />
      </div>
    );
  const open = (row: OpenedRow | 'total', metric?: MetricCode) =>
    onOpen(recordsAddressOf(definition, row, metric) as SearchPatch<ReportSearch>);
  return (
    <>
      <Tiles definition={definition} report={report} onOpen={(metric) => open('total', metric)} />
      {query.hours === 'office' && <p className={classes['hint']}>{t('in-office-hours')}</p>}
      <Corrected report={report} />
      <Missing definition={definition} query={query} />
      {grouping === 'tag' && <p className={classes['hint']}>{t('rows-overlap')}</p>}
      {grouping === 'record' ? (
        <RecordTable definition={definition} query={query} shown={shown} />
      ) : (
        <>
          <ReportChart definition={definition} report={report} grouping={grouping} onOpen={open} />
          <RowTable
            definition={definition}
            report={report}
            grouping={grouping}
            shown={shown}
            onOpen={(key, metric) => open(key === undefined ? 'total' : { grouping, key }, metric)}
          />
        </>
      )}
    </>
  );
}

/** Tells how much of the time in the report was corrected afterwards. */
function Corrected({ report: { total } }: Pick<FiguresProps, 'report'>) {
  const { t } = useTranslation('reporting');
  const seconds = total['corrected_seconds'] ?? 0;
  return seconds > 0 ? (
    <p className={classes['hint']}>{t('corrected-hint', { time: workTimeText(seconds) })}</p>
  ) : null;
}

/** Explains why some figures are missing. */
function Missing({ definition, query }: Pick<FiguresProps, 'definition' | 'query'>) {
  const { t } = useTranslation('reporting');
  const missing = unavailableMetrics(definition, query);
  const reasons = [...new Set(missing.values())];
  return reasons.map((reason) => {
    const metrics = [...missing].filter(([, why]) => why === reason);
    const names = metrics.map(([metric]) => t(`metric.${metric as 'waits'}.name`)).join(', ');
    return (
      <p key={reason} className={classes['hint']}>
        {t(`missing.${reason}`, { names })}
      </p>
    );
  });
}
