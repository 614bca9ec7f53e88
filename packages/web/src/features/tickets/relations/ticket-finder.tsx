import { TextInput } from '@mantine/core';
import type { Ticket } from '@trunkline/contract';
import { useId, useState, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { StatusBadge } from '#shared/ui/marks/status-badge.tsx';
import { useFoundTickets } from './api.ts';
import classes from './relations.module.css';

export type FoundTicket = Pick<Ticket, 'id' | 'number' | 'subject' | 'status'> & { customer_name?: string };

type Props = {
  /** Shown before anything is typed. */
  suggested: readonly FoundTicket[];
  suggestedFor: string;
  /** Ids that are not offered: the ticket itself, and selected ones. */
  without: readonly number[];
  onPick: (ticket: FoundTicket) => void;
};

const STEPS: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 };
const NONE = -1;

/** Searches a ticket by number or text; arrow keys and Enter select it. */
export function TicketFinder({ suggested, suggestedFor, without, onPick }: Props) {
  const { t } = useTranslation('tickets/relations');
  const id = useId();
  const [text, setText] = useState('');
  const [index, setIndex] = useState(NONE);
  const found = useFoundTickets(text);
  const isTyped = text.trim() !== '';
  const all: readonly FoundTicket[] = isTyped ? (found.data ?? []) : suggested;
  const shown = all.filter((ticket) => !without.includes(ticket.id));
  // Results of the previous text are shown until the new ones arrive.
  const isBehind = isTyped && (found.isPlaceholderData || found.isPending);
  // Enter selects the best match; a mere suggestion only after moving to it.
  const first = isTyped && !isBehind ? 0 : NONE;
  const at = Math.min(Math.max(index, first), shown.length - 1);

  function pick(ticket: FoundTicket): void {
    setText('');
    setIndex(NONE);
    onPick(ticket);
  }

  function handleKey(event: KeyboardEvent): void {
    const step = STEPS[event.key];
    const chosen = shown[at];
    if (step !== undefined && shown.length > 0) setIndex((at + step + shown.length) % shown.length);
    else if (event.key === 'Enter' && chosen) pick(chosen);
    // Enter in the search field does not submit the dialog.
    else if (event.key !== 'Enter' || !isTyped) return;
    event.preventDefault();
  }

  return (
    <div>
      <TextInput
        data-autofocus
        role="combobox"
        aria-expanded={shown.length > 0}
        aria-controls={id}
        aria-activedescendant={at >= 0 ? `${id}-${at}` : undefined}
        label={t('find.label')}
        placeholder={t('find.placeholder')}
        value={text}
        onChange={(event) => {
          setText(event.currentTarget.value);
          setIndex(NONE);
        }}
        onKeyDown={handleKey}
      />
      {shown.length > 0 && (
        <p className={classes['heading']} aria-hidden>
          {isTyped ? t('find.found') : t('find.suggested', { name: suggestedFor })}
        </p>
      )}
      <div id={id} role="listbox" aria-label={t('find.label')} className={classes['options']}>
        {shown.map((ticket, place) => (
          <div
            key={ticket.id}
            id={`${id}-${place}`}
            role="option"
            tabIndex={-1}
            aria-selected={place === at}
            className={classes['option']}
            // Keeps the focus in the field.
            onPointerDown={(event) => {
              event.preventDefault();
              pick(ticket);
            }}
          >
            <FoundLine ticket={ticket} />
          </div>
        ))}
      </div>
      {isTyped && shown.length === 0 && !found.isFetching && (
        <p className={classes['quiet']}>{t('find.none')}</p>
      )}
    </div>
  );
}

/** A ticket on one line: number, subject, status. */
export function FoundLine({ ticket }: { ticket: FoundTicket }) {
  return (
    <span className={classes['found']}>
      <span className={classes['number']}>{ticket.number}</span>
      <span className="truncate" dir="auto">
        {ticket.subject}
      </span>
      {ticket.customer_name && (
        <span className={classes['customer']} dir="auto">
          {ticket.customer_name}
        </span>
      )}
      <StatusBadge status={ticket.status} quiet />
    </span>
  );
}
