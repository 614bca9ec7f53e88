import { IconAlertTriangle, IconCircleCheck, IconInfoCircle, IconX, type Icon } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useStore } from '#shared/lib/store.ts';
import {
  ACTION_KEY,
  runToastAction,
  dismissToast,
  holdToast,
  releaseToast,
  toasts,
  type Toast,
  type ToastKind,
} from './toast.ts';
import classes from './toasts.module.css';

const ICONS: Record<ToastKind, Icon> = {
  done: IconCircleCheck,
  failed: IconAlertTriangle,
  info: IconInfoCircle,
};

/** Renders the toasts; used once, in the app's frame. */
export function Toasts() {
  const shown = useStore(toasts);
  return (
    <div className={classes['stack']} role="status" aria-live="polite">
      {shown.map((entry) => (
        <ToastCard key={entry.id} entry={entry} />
      ))}
    </div>
  );
}

function ToastCard({ entry }: { entry: Toast }) {
  const { t } = useTranslation('shared');
  const Sign = ICONS[entry.kind];
  const hold = () => holdToast(entry.id);
  const release = () => releaseToast(entry.id);
  return (
    <div
      className={classes['toast']}
      data-kind={entry.kind}
      onPointerEnter={hold}
      onPointerLeave={release}
      onFocus={hold}
      onBlur={release}
    >
      <Sign size={18} stroke={1.75} className={classes['sign']} aria-hidden />
      <span className={classes['text']}>{entry.text}</span>
      {entry.action && (
        <button type="button" className={classes['action']} onClick={() => runToastAction(entry)}>
          {entry.action.label}
          <kbd aria-hidden>{ACTION_KEY}</kbd>
        </button>
      )}
      <button
        type="button"
        className={classes['close']}
        aria-label={t('close')}
        onClick={() => dismissToast(entry.id)}
      >
        <IconX size={16} stroke={1.75} aria-hidden />
      </button>
    </div>
  );
}
