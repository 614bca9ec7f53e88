import { ActionIcon, Menu } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { rowName, type ListKind, type ListRow } from '@trunkline/contract';
import { useTranslation } from 'react-i18next';
import { useMergedInto } from './departments/use-merged-into.ts';
import type { ListActions } from './use-list-actions.ts';

type Props = {
  kind: ListKind;
  row: ListRow;
  canEdit: boolean;
  actions: ListActions;
  onHistory: (id: number) => void;
  /** Present where rows run by themselves, as automation rules do. */
  onRuns: ((id: number) => void) | undefined;
  /** Present where rows can be merged, as departments can. */
  onMerge: ((row: ListRow) => void) | undefined;
};

/** The menu of one row. */
export function RowMenu({ kind, row, canEdit, actions, onHistory, onRuns, onMerge }: Props) {
  const { t } = useTranslation('lists');
  const isMerged = useMergedInto(kind, row.id) !== undefined;
  return (
    <Menu>
      <Menu.Target>
        <ActionIcon size={28} aria-label={t('row-menu', { name: rowName(row) })}>
          <IconDots size={16} stroke={1.75} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {onRuns && <Menu.Item onClick={() => onRuns(row.id)}>{t('row-runs')}</Menu.Item>}
        <Menu.Item onClick={() => onHistory(row.id)}>{t('row-history')}</Menu.Item>
        {canEdit && (
          <>
            <Menu.Item onClick={() => void actions.move(row, null)}>{t('to-top')}</Menu.Item>
            {!isMerged && (
              <Menu.Item onClick={() => void actions.setActive([row], !row.is_active)}>
                {t(row.is_active ? 'deactivate' : 'activate')}
              </Menu.Item>
            )}
            {onMerge && !isMerged && <Menu.Item onClick={() => onMerge(row)}>{t('merge')}</Menu.Item>}
          </>
        )}
        {canEdit && !row.is_used && (
          <Menu.Item color="red" onClick={() => void actions.remove(row)}>
            {t('delete')}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
