import { useReference } from '#shared/api/session.ts';
import { DateRangePicker } from '#shared/filters/date-range-picker.tsx';
import type { DashboardSearch } from '#shared/lib/search/dashboard-search.ts';
import page from '#shared/ui/layout/figure-page.module.css';
import { PageTitle } from '#shared/ui/layout/page-title.tsx';
import { ErrorState } from '#shared/ui/states/error-state.tsx';
import { Skeletons } from '#shared/ui/states/skeletons.tsx';
import { Button, Select } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useLightPrint } from './use-print.ts';

export type Change = (patch: { [K in keyof DashboardSearch]?: DashboardSearch[K] | undefined }) => void;

type Props = {
  title: string;
  /** As of when the figures are, and with which days they are compared. */
  note: ReactNode;
  search: DashboardSearch;
  onChange: Change;
  /** Why there is nothing to show yet; undefined while it is on its way. */
  error: Error | null;
  onRetry: () => void;
  /** What stands beside the period and the department. */
  tools?: ReactNode;
  /** Undefined: not there yet. */
  children: ReactNode | undefined;
};

/** The frame of a dashboard: which days and department, and the same page on paper. */
export function DashboardFrame({ title, note, search, onChange, error, onRetry, tools, children }: Props) {
  const { t } = useTranslation('dashboards');
  const { data: reference } = useReference();
  useLightPrint();
  return (
    <div className={page['page']}>
      <PageTitle title={title} note={note}>
        <Button
          className={page['screen-only']}
          variant="default"
          size="xs"
          leftSection={<IconPrinter size={16} stroke={1.75} aria-hidden />}
          onClick={() => window.print()}
        >
          {t('print')}
        </Button>
      </PageTitle>
      <div className={page['scroll']}>
        <div className={page['tools']}>
          <DateRangePicker
            canCompare={false}
            value={search}
            onChange={({ range, from, to }) => onChange({ range, from, to })}
          />
          <Select
            label={t('department')}
            placeholder={t('all')}
            clearable
            searchable
            clearButtonProps={{ 'aria-label': t('clear') }}
            nothingFoundMessage={t('not-found')}
            data={(reference?.departments ?? []).map(({ id, name }) => ({ value: String(id), label: name }))}
            value={search.department === undefined ? null : String(search.department)}
            onChange={(value) => onChange({ department: value ? Number(value) : undefined })}
          />
          {tools}
        </div>
        {children ??
          (error ? <ErrorState error={error} onRetry={onRetry} /> : <Skeletons rows={8} height={64} />)}
      </div>
    </div>
  );
}
