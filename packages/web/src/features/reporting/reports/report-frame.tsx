import page from '#shared/ui/layout/figure-page.module.css';
import { EmptyState } from '#shared/ui/states/empty-state.tsx';
import { IconHourglass } from '@tabler/icons-react';
import type { Report } from '@trunkline/contract';
import { useTranslation } from 'react-i18next';
import type { RecordsQuery, ReportDefinition } from '../api.ts';
import { RecordTable } from './record-table.tsx';
import type { Grouping } from './report-view.ts';
import { RowTable } from './row-table.tsx';
import { Tiles } from './tiles.tsx';

type Props = {
  definition: Extract<ReportDefinition, { awaits: string }>;
  report: Report;
  grouping: Grouping;
  query: RecordsQuery;
  shown: readonly string[];
};

/** A report of something that does not exist yet: what will fill it, and which figures it will have. */
export function ReportFrame({ definition, report, grouping, query, shown }: Props) {
  const { t } = useTranslation('reporting');
  return (
    <>
      <div className={page['state']}>
        <EmptyState
          icon={IconHourglass}
          title={t(`awaits.${definition.awaits}`)}
          hint={t(`awaits.${definition.awaits}-hint`)}
        />
      </div>
      <Tiles definition={definition} report={report} onOpen={() => undefined} />
      {grouping === 'record' ? (
        <RecordTable definition={definition} query={query} shown={shown} />
      ) : (
        <RowTable
          definition={definition}
          report={report}
          grouping={grouping}
          shown={shown}
          onOpen={() => undefined}
        />
      )}
    </>
  );
}
