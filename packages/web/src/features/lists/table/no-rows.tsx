import { EmptyState } from '#shared/ui/states/empty-state.tsx';
import { ErrorState } from '#shared/ui/states/error-state.tsx';
import { Skeletons } from '#shared/ui/states/skeletons.tsx';
import { Button } from '@mantine/core';
import { IconList } from '@tabler/icons-react';
import type { ListKind } from '@trunkline/contract';
import { useTranslation } from 'react-i18next';
import type { useRows } from '../api.ts';
import type { ListView } from '../list-view.ts';

type Cleared = { q: undefined; status: undefined; within: undefined };
type Props = {
  kind: ListKind;
  query: ReturnType<typeof useRows>;
  /** Of a row. */
  height: number;
  view: ListView;
  canEdit: boolean;
  onChange: (patch: Cleared) => void;
  onNew: () => void;
};

/** Nothing to show: not yet, because of what was asked for, because it failed, or because there is nothing. */
export function NoRows({ kind, query, height, view, canEdit, onChange, onNew }: Props) {
  const { t } = useTranslation('lists');
  if (query.isPending) return <Skeletons rows={12} height={height} />;
  if (query.isError) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />;
  const isNarrowed = view.q !== '' || view.status !== 'all' || view.within !== undefined;
  if (isNarrowed)
    return (
      <EmptyState icon={IconList} title={t('none-found')} hint={t('none-found-hint')}>
        <Button
          variant="default"
          onClick={() => onChange({ q: undefined, status: undefined, within: undefined })}
        >
          {t('show-all')}
        </Button>
      </EmptyState>
    );
  return (
    <EmptyState icon={IconList} title={t('empty')} hint={t(`list.${kind}.hint`)}>
      {canEdit && <Button onClick={onNew}>{t(`list.${kind}.new`)}</Button>}
    </EmptyState>
  );
}
