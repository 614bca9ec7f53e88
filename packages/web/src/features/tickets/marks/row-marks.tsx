import type { Ticket } from '@trunkline/contract';
import { IconAlarm, IconClock, IconMailX, IconPencil, IconZzz } from '@tabler/icons-react';
import type { ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import { minuteTime } from '#shared/lib/format.ts';
import { useHasUnsentMessage } from '../outbox/outbox-store.ts';
import { useHasDraft } from './api.ts';
import { unsentMarkOf } from './unsent-mark.ts';
import classes from './row-marks.module.css';

type TicketMarks = Pick<Ticket, 'id' | 'snoozed_until' | 'returned_at' | 'is_unsent' | 'sends_at'>;
type Icon = ComponentType<{ size: number; stroke: number; 'aria-hidden': true }>;

/** Marks of a ticket beside its last message: a draft, something unsent, and whether it is snoozed. */
export function RowMarks({ ticket }: { ticket: TicketMarks }) {
  const { t } = useTranslation('tickets/marks');
  const hasDraft = useHasDraft(ticket.id);
  const { snoozed_until: until, returned_at: returned, sends_at: sendsAt } = ticket;
  return (
    <>
      {until !== null && <Mark icon={IconZzz} words={t('snoozed', { time: minuteTime(until) })} />}
      {until === null && returned !== null && <Mark icon={IconAlarm} kind="returned" words={t('returned')} />}
      {hasDraft && <Mark icon={IconPencil} kind="draft" label={t('draft')} words={t('draftHint')} />}
      <UnsentMark ticket={ticket} />
      {sendsAt !== null && <Mark icon={IconClock} words={t('sendsAt', { time: minuteTime(sendsAt) })} />}
    </>
  );
}

function UnsentMark({ ticket: { id, is_unsent: isUnsent } }: { ticket: TicketMarks }) {
  const { t } = useTranslation('tickets/marks');
  const mark = unsentMarkOf({ isHeld: useHasUnsentMessage(id), isUnsent });
  return mark && <Mark icon={IconMailX} kind="unsent" label={t(mark.label)} words={t(mark.words)} />;
}

type MarkProps = {
  icon: Icon;
  /** Read and shown on hover. */
  words: string;
  /** Shown in the row; without it the icon stands alone. */
  label?: string;
  kind?: 'draft' | 'returned' | 'unsent';
};

function Mark({ icon: Icon, words, label, kind }: MarkProps) {
  return (
    <span className={classes['mark']} data-kind={kind} title={words}>
      <Icon size={label ? 14 : 16} stroke={1.75} aria-hidden />
      {label && <span aria-hidden>{label}</span>}
      <span className="sr-only">{words}</span>
    </span>
  );
}
