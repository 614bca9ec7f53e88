import type { Ticket } from '@trunkline/contract';
import { IconAlarm, IconZzz } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { minuteTime } from '#shared/lib/format.ts';
import classes from './snooze-sign.module.css';

type Props = { ticket: Pick<Ticket, 'snoozed_until' | 'returned_at'> };

/** The ticket is put away until a time, or has just come back from that. */
export function SnoozeSign({ ticket: { snoozed_until: until, returned_at: returned } }: Props) {
  const { t } = useTranslation('tickets');
  if (until === null && returned === null) return null;
  const label = until === null ? t('list.returned') : t('list.snoozed', { time: minuteTime(until) });
  const Icon = until === null ? IconAlarm : IconZzz;
  return (
    <span className={classes['sign']} data-returned={until === null || undefined} title={label}>
      <Icon size={16} stroke={1.75} role="img" aria-label={label} />
    </span>
  );
}
