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
  days: { from: string; until: string };
  /** What else it can be narrowed down by than its department. */
  filters?: readonly ReportFilter[];
  /** What stands beside the period and the department. */
  tools?: ReactNode;
  /** Undefined: not there yet. */
  children: ReactNode | undefined;
};

const DEPARTMENT: readonly ReportFilter[] = ['department_id'];

/** The frame of a dashboard: which days and department, and the same page on paper. */
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
