import { call } from '#shared/api/call.ts';
import { errorCode } from '#shared/api/api-error.ts';
import { queryClient } from '#shared/api/query-client.ts';
import { toast } from '#shared/ui/states/toast.ts';
import { LISTS, rowName, type ListKind, type ListRow } from '@trunkline/contract';
import { useTranslation } from 'react-i18next';
import { listKeys, refresh } from './api.ts';
import { moveInPages, type ListView, type ListPages } from './list-view.ts';
import { useUndo } from './use-undo.ts';

const WORDS: Partial<Record<string, string>> = {
  offline: 'refused.offline',
  unavailable: 'refused.offline',
  conflict: 'refused.conflict',
  stale: 'refused.stale',
  not_found: 'refused.not_found',
};

/** Actions on rows; each shows a toast with Undo. */
export function useListActions(kind: ListKind, view: ListView) {
  const { t } = useTranslation('lists');
  const { endpoints } = LISTS[kind];
  const { tell, undo, changes, show } = useUndo(kind);

  const failed = (error: unknown) =>
    void toast(t(WORDS[errorCode(error)] ?? 'refused.failed'), { kind: 'failed' });

  async function setActive(rows: readonly Pick<ListRow, 'id'>[], isActive: boolean): Promise<boolean> {
    try {
      const ids = rows.map(({ id }) => id);
      const { operation_id } = await call(endpoints.bulk, { body: { ids, is_active: isActive } });
      tell(t(isActive ? 'done.activated' : 'done.deactivated', { count: rows.length }), operation_id);
      return true;
    } catch (error) {
      failed(error);
      return false;
    }
  }

  function refuseInUse(row: ListRow, name: string): void {
    const action = { label: t('deactivate'), run: () => void setActive([row], false) };
    if (row.is_active) toast(t('refused.in-use', { name }), { kind: 'failed', action });
    else toast(t('refused.in-use-inactive', { name }), { kind: 'failed' });
  }

  async function remove(row: ListRow): Promise<void> {
    const name = rowName(row);
    try {
      const { operation_id } = await call(endpoints.remove, { params: { id: row.id } });
      tell(t('done.removed', { name }), operation_id);
    } catch (error) {
      if (errorCode(error) === 'in_use') refuseInUse(row, name);
      else failed(error);
    }
  }

  async function move(row: ListRow, after: number | null): Promise<void> {
    const key = listKeys.rows(kind, view);
    await queryClient.cancelQueries({ queryKey: key });
    queryClient.setQueryData<ListPages>(key, (data) => data && moveInPages(data, row.id, after));
    show();
    try {
      const { operation_id } = await call(endpoints.order, { body: { id: row.id, after } });
      tell(t('done.ordered', { name: rowName(row) }), operation_id);
    } catch (error) {
      failed(error);
      void refresh(kind);
    }
  }

  return { tell, undo, setActive, remove, move, changes };
}
export type ListActions = ReturnType<typeof useListActions>;
