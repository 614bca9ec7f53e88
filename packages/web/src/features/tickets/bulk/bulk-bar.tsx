import { lazyOverlay } from '#shared/loading/lazy-overlay.tsx';
import { lazyPart } from '#shared/loading/lazy-part.ts';
import { Button } from '@mantine/core';
import { LIMITS, type BulkAction, type Ticket } from '@trunkline/contract';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '#shared/api/session.ts';
import { number } from '#shared/lib/format.ts';
import { useShortcuts } from '#shared/lib/keys/shortcuts.ts';
import type { ListFilter } from '../filters.ts';
import type { Selection } from '#shared/table/use-selection.ts';
import { toast } from '#shared/ui/states/toast.ts';
import { useErrorWords } from '../error-words.ts';
import type { BulkDialogKind } from './bulk-dialog-kind.ts';
import { startBulk, useMatching, type BulkTarget } from './api.ts';
import classes from './bulk.module.css';

const SelectionCommands = lazyPart(() => import('../commands/selection-commands.tsx'));
const BulkDialog = lazyOverlay(() => import('./bulk-dialog.tsx'));
const DIALOGS: Record<BulkDialogKind, typeof BulkDialog> = {
  change: BulkDialog,
  macro: lazyOverlay(() => import('./macro-bulk-dialog.tsx')),
  snooze: lazyOverlay(() => import('./snooze-bulk-dialog.tsx')),
};

type Props = { selection: Selection; rows: readonly Ticket[]; hasMore: boolean; filter: ListFilter };

/** The number of selected tickets and their actions, in place of the search. */
export default function BulkBar({ selection, rows, hasMore, filter }: Props) {
  const { t } = useTranslation('tickets');
  const { t: own } = useTranslation('tickets/bulk');
  const { can } = useSession();
  const [opened, setOpened] = useState<BulkDialogKind | null>(null);
  const words = useErrorWords();
  const target: BulkTarget = selection.all ? { filter } : { ids: [...selection.ids] };
  const Opened = opened && DIALOGS[opened];
  const isWhole = !hasMore && rows.every(({ id }) => selection.ids.has(id));
  const matching = useMatching(filter, !isWhole).data;
  const count = selection.all ? (matching?.count ?? selection.ids.size) : selection.ids.size;
  const all = matching?.is_more ? 'bulk.allFirst' : 'bulk.allCount';
  useShortcuts([
    {
      key: 'b',
      description: t('bulk.keys.change'),
      group: t('keys.group'),
      run: () => count > 0 && setOpened('change'),
    },
  ]);
  async function start(change: BulkAction): Promise<void> {
    try {
      selection.await(await startBulk(change, target));
    } catch (refusal) {
      toast(words(refusal), { kind: 'failed' });
    }
  }

  return (
    <div className={classes['bar']} role="group" aria-label={t('bulk.label')}>
      <strong className={classes['count']} role="status">
        {t('bulk.count', { count, formatted: number(count) })}
      </strong>
      <Button size="xs" disabled={count === 0} onClick={() => setOpened('change')}>
        {t('bulk.change')}
      </Button>
      {can('TICKETS:EDIT') && (
        <Button size="xs" variant="default" disabled={count === 0} onClick={() => setOpened('macro')}>
          {own('macro')}
        </Button>
      )}
      {!selection.all && !isWhole && (
        <Button size="xs" variant="default" onClick={() => selection.chooseAll(rows)}>
          {matching ? t(all, { count: Math.min(matching.count, LIMITS.bulkTickets) }) : t('bulk.all')}
        </Button>
      )}
      <Button size="xs" variant="subtle" color="gray" onClick={selection.clear}>
        {t('bulk.clear')}
      </Button>
      <Suspense>
        <SelectionCommands count={count} onAsk={setOpened} onStart={(change) => void start(change)} />
      </Suspense>
      {Opened && (
        <Opened
          count={count}
          target={target}
          onClose={() => setOpened(null)}
          onStarted={(id) => {
            setOpened(null);
            selection.await(id);
          }}
        />
      )}
    </div>
  );
}
