import { EmptyState } from '#shared/ui/states/empty-state.tsx';
import { Button } from '@mantine/core';
import { IconList } from '@tabler/icons-react';
import type { ListKind } from '@trunkline/contract';
import { useTranslation } from 'react-i18next';
import type { ListView } from '../list-view.ts';

type ClearedFilters = { q: undefined; status: undefined; within: undefined };
type Props = {
  kind: ListKind;
  view: ListView;
  canEdit: boolean;
  onChange: (patch: ClearedFilters) => void;
  onNew: () => void;
};

/** The empty state: because of the filters, or because the list has no rows yet. */
export function NoRows({ kind, view, canEdit, onChange, onNew }: Props) {
  const { t } = useTranslation('lists');
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
