import { IconAlertCircle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { toast } from '#shared/ui/states/toast.ts';
import { knownCode } from '#features/tickets/error-words.ts';
import { isTransient } from '#features/tickets/outbox/outbox-retry.ts';
import { discardWithUndo, retry } from '#features/tickets/outbox/outbox-store.ts';
import type { TimelineMessage } from '#features/tickets/timeline/timeline.ts';
import classes from './unsent.module.css';

/** A message that failed: why, with buttons to retry, edit or discard it. */
export function Unsent({ entry, onEdit }: { entry: TimelineMessage; onEdit: (clientKey: string) => void }) {
  const { t } = useTranslation('tickets');
  const key = entry.client_key;
  if (entry.sending?.status !== 'failed' || !key) return null;
  const discard = () => {
    const run = discardWithUndo(key);
    toast(t('state.discarded'), { action: { label: t('action.undo'), run } });
  };
  const { code } = entry.sending;
  const words =
    code === 'offline'
      ? t('state.notSentOffline')
      : isTransient(code)
        ? t('state.notSentYet')
        : t('state.notSent', { reason: t(`error.${knownCode(code)}`) });
  return (
    <div className={classes['unsent']} role="alert">
      <IconAlertCircle size={14} stroke={1.75} aria-hidden />
      <span>{words}</span>
      <button type="button" onClick={() => void retry(key)}>
        {t('state.retry')}
      </button>
      <button type="button" onClick={() => onEdit(key)}>
        {t('state.edit')}
      </button>
      <button type="button" onClick={discard}>
        {t('state.discard')}
      </button>
    </div>
  );
}
