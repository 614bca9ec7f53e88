import { lazyOverlay } from '#shared/loading/lazy-overlay.tsx';
import type { ReportSearch } from '#shared/lib/search/report-search.ts';
import { Button } from '@mantine/core';
import { IconBookmark } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ReportDefinition } from '../api.ts';
import { useSavedReports } from './api.ts';

const SavedDialog = lazyOverlay(() =>
  import('./saved-dialog.tsx').then((module) => ({ default: module.SavedDialog })),
);

type Props = { definition: ReportDefinition; search: ReportSearch };

/** Opens the saved views of this report, where the current one can be saved. */
export function SavedButton({ definition, search }: Props) {
  const { t } = useTranslation('reporting/saved');
  const [isOpen, setOpen] = useState(false);
  const { data = [] } = useSavedReports();
  const count = data.filter(({ report }) => report === definition.code).length;
  return (
    <>
      <Button
        variant="default"
        size="xs"
        leftSection={<IconBookmark size={16} stroke={1.75} aria-hidden />}
        onClick={() => setOpen(true)}
      >
        {count === 0 ? t('title') : t('title-count', { count })}
      </Button>
      {isOpen && <SavedDialog definition={definition} search={search} onClose={() => setOpen(false)} />}
    </>
  );
}
