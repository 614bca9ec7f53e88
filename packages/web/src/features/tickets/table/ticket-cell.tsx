import {
  customFieldIdOf,
  isCustomFieldKey,
  slaDueAt,
  type Ticket,
  type TicketColumn,
} from '@trunkline/contract';
import { useTranslation } from 'react-i18next';
import { exactTime, relativeTime } from '#shared/lib/format.ts';
import { PriorityMark } from '#shared/ui/marks/priority-mark.tsx';
import { StatusBadge } from '#shared/ui/marks/status-badge.tsx';
import { useTicketNames } from '#shared/tickets/names.ts';
import classes from './ticket-cell.module.css';

type CellProps = { ticket: Ticket; column: TicketColumn; now: number };

const TIMES: readonly TicketColumn[] = [
  'last_message_at',
  'waiting_since',
  'sla_due_at',
  'created_at',
  'solved_at',
];

/** The content of a ticket's cell in a column. */
export function TicketCell({ ticket, column, now }: CellProps) {
  const { t } = useTranslation('tickets');
  if (TIMES.includes(column)) return <TimeCell {...{ ticket, column, now }} />;
  if (column === 'status') return <StatusBadge status={ticket.status} quiet />;
  if (column === 'priority_id') return <PriorityCell id={ticket.priority_id} />;
  if (column === 'customer_name' || column === 'subject') return <bdi>{ticket[column]}</bdi>;
  if (column === 'number' || column === 'unread') return ticket[column] || t('table.empty');
  return <NameCell {...{ ticket, column, now }} />;
}

function TimeCell({ ticket, column, now }: CellProps) {
  const { t } = useTranslation('tickets');
  const time = column === 'sla_due_at' ? slaDueAt(ticket) : ticket[column as 'created_at' | 'solved_at'];
  if (!time) return t('table.empty');
  const isLate = column === 'sla_due_at' && Date.parse(time) <= now;
  return (
    <time dateTime={time} title={exactTime(time)} data-late={isLate || undefined} className={classes['time']}>
      {relativeTime(time, now)}
    </time>
  );
}

function PriorityCell({ id }: { id: number }) {
  const priority = useTicketNames().priority(id);
  return priority && <PriorityMark rank={priority.rank} name={priority.name} label />;
}

/** A cell whose id is named by a settings list. */
function NameCell({ ticket, column }: CellProps) {
  const { t } = useTranslation('tickets');
  const { t: shared } = useTranslation('shared');
  const names = useTicketNames();
  if (isCustomFieldKey(column)) {
    const answer = ticket.fields[customFieldIdOf(column)];
    return answer === undefined ? t('table.empty') : names.value(column, answer);
  }
  if (column === 'media_id') return shared(`media.${ticket.media_id}`);
  const field = column as 'type_id' | 'tags';
  const value = ticket[field];
  const isEmpty = value === null || (Array.isArray(value) && value.length === 0);
  return isEmpty ? t('table.empty') : names.value(field, value);
}
