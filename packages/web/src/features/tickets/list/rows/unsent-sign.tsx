import type { Ticket } from '@trunkline/contract';
import { IconMailX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useIsHeld } from '#features/tickets/outbox/outbox-store.ts';
import classes from './unsent-sign.module.css';

/** Marks a ticket with a message that did not reach all of its recipients, or has not left this device. */
export function UnsentSign({ ticket }: { ticket: Pick<Ticket, 'id' | 'is_unsent'> }) {
  const { t } = useTranslation('tickets');
  const isHeld = useIsHeld(ticket.id);
  if (!isHeld && !ticket.is_unsent) return null;
  const label = t(isHeld ? 'state.held' : 'where.names.is_unsent');
  return (
    <span className={classes['sign']} title={label}>
      <IconMailX size={16} stroke={1.75} role="img" aria-label={label} />
    </span>
  );
}
