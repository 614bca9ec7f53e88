import type { TicketStatus } from '@trunkline/contract';
import { useTranslation } from 'react-i18next';
import classes from './status-badge.module.css';

/** A ticket's status with a dot whose shape differs by status as well as its colour. */
export function StatusBadge({ status, quiet = false }: { status: TicketStatus; quiet?: boolean }) {
  const { t } = useTranslation('shared');
  return (
    <span className={classes['badge']} data-status={status} data-quiet={quiet || undefined}>
      <span className={classes['dot']} aria-hidden />
      {t(`status.${status}`)}
    </span>
  );
}
