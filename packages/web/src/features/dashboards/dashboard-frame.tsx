import { FigureFilters } from '#shared/filters/figure-filters.tsx';
import type { DashboardSearch } from '#shared/lib/search/dashboard-search.ts';
import page from '#shared/ui/layout/figure-page.module.css';
import { PageTitle } from '#shared/ui/layout/page-title.tsx';
import { ErrorState } from '#shared/ui/states/error-state.tsx';
import { Skeletons } from '#shared/ui/states/skeletons.tsx';
import { Button } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';
import type { ReportFilter } from '@trunkline/contract';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useLightPrint } from './use-print.ts';

export type ChangeDashboard = (patch: {
  [K in keyof DashboardSearch]?: DashboardSearch[K] | undefined;
}) => void;

type Props = {
  title: string;
  /** The moment of the figures and the period that they are compared with. */
  note: ReactNode;
  search: DashboardSearch;
  onChange: ChangeDashboard;
  /** The error that prevents showing figures; null while they load. */
  error: Error | null;
  onRetry: () => void;
  days: { from: string; until: string };
  /** Filters besides the department. */
  filters?: readonly ReportFilter[];
  /** Buttons beside period and department. */
  tools?: ReactNode;
  /** Undefined while the figures are loading. */
  children: ReactNode | undefined;
};

const DEPARTMENT: readonly ReportFilter[] = ['department_id'];

/** The frame of every dashboard: title, filters and print button. */
export function DashboardFrame({
  title,
  note,
  search,
  days,
  filters = DEPARTMENT,
  onChange,
  error,
  onRetry,
  tools,
  children,
}: Props) {
  const { t } = useTranslation('dashboards');
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
        <FigureFilters canCompare={false} value={search} days={days} filters={filters} onChange={onChange}>
          {tools}
        </FigureFilters>
        {children ??
          (error ? <ErrorState error={error} onRetry={onRetry} /> : <Skeletons rows={8} height={64} />)}
      </div>
    </div>
  );
}
