import { exactTime, relativeTime } from '#shared/lib/format.ts';
import { Drawer } from '#shared/ui/dialogs/drawer.tsx';
import { EmptyState } from '#shared/ui/states/empty-state.tsx';
import { ErrorState } from '#shared/ui/states/error-state.tsx';
import { Skeletons } from '#shared/ui/states/skeletons.tsx';
import { Button } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import type { SettingsList, ListOperation } from '@trunkline/contract';
import { useTranslation } from 'react-i18next';
import { useHistory } from './api.ts';
import classes from './drawer.module.css';
import type { ListActions } from './use-list-actions.ts';
import { useValueWords } from './use-value-words.ts';

type Props = {
  list: SettingsList;
  /** Limits the history to this row. */
  row: number | undefined;
  actions: ListActions;
  canEdit: boolean;
  onClose: () => void;
};

/** The change history, latest first; changes of the last day can be undone. */
export function HistoryDrawer({ list, row, actions, canEdit, onClose }: Props) {
  const { t } = useTranslation('lists');
  const history = useHistory(list.kind, row);
  const operations = history.data?.pages.flatMap((page) => page.data) ?? [];
  return (
    <Drawer opened onClose={onClose} title={t('history.title')} width={520}>
      {history.isPending && <Skeletons rows={8} height={52} />}
      {history.isError && operations.length === 0 && (
        <ErrorState error={history.error} onRetry={() => void history.refetch()} />
      )}
      {history.isSuccess && operations.length === 0 && (
        <EmptyState icon={IconHistory} title={t('history.empty')} hint={t('history.empty-hint')} />
      )}
      <ol className={classes['history']} aria-label={t('history.title')}>
        {operations.map((operation) => (
          <OperationEntry
            key={operation.id}
            list={list}
            operation={operation}
            onUndo={canEdit ? () => void actions.undo(operation.id) : undefined}
          />
        ))}
      </ol>
      {history.hasNextPage && (
        <Button
          variant="default"
          fullWidth
          loading={history.isFetchingNextPage}
          onClick={() => void history.fetchNextPage()}
        >
          {t('history.more')}
        </Button>
      )}
    </Drawer>
  );
}

type EntryProps = { list: SettingsList; operation: ListOperation; onUndo: (() => void) | undefined };

function OperationEntry({ list, operation, onUndo }: EntryProps) {
  const { t } = useTranslation('lists');
  const { action, count, changes, user_name: who, at } = operation;
  const [first] = changes;
  const what = count === 1 && first ? first.name : t('history.rows', { count });
  const rest = count - changes.length;
  return (
    <li>
      <div className={classes['operation']}>
        <span>
          <strong>{t(`history.action.${action}`)}</strong> <bdi>{what}</bdi>
        </span>
        {operation.is_undone && <span className={classes['undone']}>{t('history.undone')}</span>}
        {operation.can_undo && onUndo && (
          <Button size="compact-xs" variant="default" onClick={onUndo}>
            {t('undo')}
            <span className="sr-only"> {what}</span>
          </Button>
        )}
      </div>
      <p className={classes['by']}>
        <bdi>{who}</bdi> ·{' '}
        <time dateTime={at} title={exactTime(at)}>
          {relativeTime(at)}
        </time>
      </p>
      {changes.map((change) => (
        <Change key={change.row_id} list={list} change={change} isAlone={count === 1} />
      ))}
      {rest > 0 && <p className={classes['by']}>{t('history.rest', { count: rest })}</p>}
    </li>
  );
}

type ChangeProps = { list: SettingsList; change: ListOperation['changes'][number]; isAlone: boolean };

/** One changed row with its fields before and after; of a new or deleted row only the name. */
function Change({ list, change, isAlone }: ChangeProps) {
  const { t } = useTranslation('lists');
  const words = useValueWords(list);
  const { before, after, name } = change;
  const fields = before && after ? Object.keys(after).filter((field) => field !== 'behind') : [];
  if (isAlone && fields.length === 0) return null;
  return (
    <dl className={classes['change']}>
      {!isAlone && (
        <div>
          <dt>
            <bdi>{name}</bdi>
          </dt>
        </div>
      )}
      {fields.map((field) => (
        <div key={field}>
          <dt>{t(`field.${field}`)}</dt>
          <dd>
            <del>{words(field, before?.[field] ?? null)}</del> →{' '}
            <ins>{words(field, after?.[field] ?? null)}</ins>
          </dd>
        </div>
      ))}
    </dl>
  );
}
