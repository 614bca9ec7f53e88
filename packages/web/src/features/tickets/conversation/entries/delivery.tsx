import { IconAlertCircle, IconCheck, IconChecks, IconClock } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Entry } from '#features/tickets/timeline/timeline.ts';
import classes from './delivery.module.css';

/** How far a message of ours has come: a word, with its sign. */
export function Delivery({ entry }: { entry: Entry }) {
  const { t } = useTranslation('tickets');
  if (entry.sending?.status === 'sending')
    return <State sign={<IconClock size={14} stroke={1.75} aria-hidden />} text={t('state.sending')} />;
  if (!entry.state) return null;
  if (entry.state === 'failed') {
    // Why is said beside the message.
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
