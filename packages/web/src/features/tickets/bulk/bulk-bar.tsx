import { Button } from '@mantine/core';
import { LIMITS, type Ticket } from '@trunkline/contract';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { number } from '#shared/lib/format.ts';
import { useShortcuts } from '#shared/lib/keys/shortcuts.ts';
import type { ListFilter } from '../filters.ts';
import type { Selection } from '#shared/table/use-selection.ts';
import { useMatching } from './api.ts';
import classes from './bulk.module.css';

const BulkDialog = lazy(() => import('./bulk-dialog.tsx'));

type Props = { selection: Selection; rows: readonly Ticket[]; hasMore: boolean; filter: ListFilter };

/** The number of selected tickets and their actions, in place of the search. */
export default function BulkBar({ selection, rows, hasMore, filter }: Props) {
  const { t } = useTranslation('tickets');
  const [changing, setChanging] = useState(false);
  const isWhole = !hasMore && rows.every(({ id }) => selection.ids.has(id));
  const matching = useMatching(filter, !isWhole).data;
  const count = selection.all ? (matching?.count ?? selection.ids.size) : selection.ids.size;
  const all = matching?.is_more ? 'bulk.allFirst' : 'bulk.allCount';
  useShortcuts([
    {
      key: 'b',
      description: t('bulk.keys.change'),
      group: t('keys.group'),
      run: () => count > 0 && setChanging(true),
    },
  ]);
  return (
    <div className={classes['bar']} role="group" aria-label={t('bulk.label')}>
      <strong className={classes['count']} role="status">
        {t('bulk.count', { count, formatted: number(count) })}
      </strong>
      <Button size="xs" disabled={count === 0} onClick={() => setChanging(true)}>
        {t('bulk.change')}
      </Button>
      {!selection.all && !isWhole && (
        <Button size="xs" variant="default" onClick={() => selection.chooseAll(rows)}>
          {matching ? t(all, { count: Math.min(matching.count, LIMITS.bulkTickets) }) : t('bulk.all')}
        </Button>
      )}
      <Button size="xs" variant="subtle" color="gray" onClick={selection.clear}>
        {t('bulk.clear')}
      </Button>
      {changing && (
        <Suspense>
          <BulkDialog
            count={count}
            target={selection.all ? { filter } : { ids: [...selection.ids] }}
            onClose={() => setChanging(false)}
            onStarted={(id) => {
              setChanging(false);
              selection.await(id);
            }}
          />
        </Suspense>
      )}
    </div>
  );
}
