import { call } from '#shared/api/call.ts';
import { errorCode } from '#shared/api/api-error.ts';
import { toast } from '#shared/ui/states/toast.ts';
import { LISTS, type ListKind } from '@trunkline/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { refresh } from './api.ts';

/** Shows a toast with Undo for each change, and undoes changes, also those of a while ago. */
export function useUndo(kind: ListKind) {
  const { t } = useTranslation('lists');
  // Counts the user's own changes, so that they move rows at once even while the order is held.
  const [changes, setChanges] = useState(0);
  const show = () => setChanges((before) => before + 1);
  const renew = () => void refresh(kind).then(show);

  /** Undoes the given operation, or the user's last change. */
  async function undo(operationId?: number): Promise<void> {
    try {
      const body = operationId === undefined ? {} : { operation_id: operationId };
      await call(LISTS[kind].endpoints.undo, { body });
      toast(t('done.undone'));
    } catch (error) {
      const code = errorCode(error);
      if (code === 'not_found') toast(t('refused.nothing'), { kind: 'info' });
      else toast(t(code === 'stale' ? 'refused.stale-undo' : 'refused.undo'), { kind: 'failed' });
    }
    renew();
  }

  function tell(text: string, operationId: number | null): void {
    renew();
    const action = { label: t('undo'), run: () => void undo(operationId ?? undefined) };
    toast(text, operationId === null ? {} : { action });
  }

  return { tell, undo, changes, show };
}
