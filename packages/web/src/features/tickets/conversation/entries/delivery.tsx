import { IconAlertCircle, IconCheck, IconChecks, IconClock } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { TimelineMessage } from '#features/tickets/timeline/timeline.ts';
import classes from './delivery.module.css';

/** The delivery state of a message: a word with an icon. */
export function Delivery({ entry }: { entry: TimelineMessage }) {
  const { t } = useTranslation('tickets');
  if (entry.sending?.status === 'sending')
    return <State sign={<IconClock size={14} stroke={1.75} aria-hidden />} text={t('state.sending')} />;
  if (!entry.state) return null;
  if (entry.state === 'failed') {
    // The reason is shown beside the message.
    const sign = <IconAlertCircle size={14} stroke={1.75} aria-hidden />;
    return <State kind="failed" sign={sign} text={t('state.failed')} />;
  }
  const sign = {
    queued: <IconClock size={14} stroke={1.75} aria-hidden />,
    sent: <IconCheck size={14} stroke={1.75} aria-hidden />,
    delivered: <IconChecks size={14} stroke={1.75} aria-hidden />,
    read: <IconChecks size={14} stroke={1.75} aria-hidden />,
  }[entry.state];
  return <State kind={entry.state} sign={sign} text={t(`state.${entry.state}`)} />;
}

function State({ kind, sign, text }: { kind?: string; sign: ReactNode; text: string }) {
  return (
    <span className={classes['state']} data-kind={kind}>
      {sign}
      {text}
    </span>
  );
}
