import { Combobox, TextInput, useCombobox } from '@mantine/core';
import type { Ticket } from '@trunkline/contract';
import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { StatusBadge } from '#shared/ui/status-badge.tsx';
import { useFoundTickets } from './api.ts';
import classes from './relations.module.css';

export type FoundTicket = Pick<Ticket, 'id' | 'number' | 'subject' | 'status'> & { customer_name?: string };

type Props = {
  /** Shown before anything is typed. */
  suggested: readonly FoundTicket[];
  suggestedFor: string;
  /** Not offered: the ticket itself, and what is chosen already. */
  without: readonly number[];
  onPick: (ticket: FoundTicket) => void;
};

/** Finds a ticket by its number or by words; the arrows and Enter choose it. */
export function TicketFinder({ suggested, suggestedFor, without, onPick }: Props) {
  const { t } = useTranslation('relations');
  const [text, setText] = useState('');
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() });
  const found = useFoundTickets(text);
  const isTyped = text.trim() !== '';
  const all: readonly FoundTicket[] = isTyped ? (found.data ?? []) : suggested;
  const shown = all.filter(({ id }) => !without.includes(id));
  const first = useEffectEvent(() => (isTyped ? combobox.selectFirstOption() : undefined));
  const key = shown.map(({ id }) => id).join();
  useEffect(() => void first(), [key]);

  function pick(value: string): void {
    const ticket = shown.find(({ id }) => String(id) === value);
    if (!ticket) return;
    setText('');
    combobox.closeDropdown();
    onPick(ticket);
  }

  return (
    <Combobox store={combobox} onOptionSubmit={pick} withinPortal={false}>
      <Combobox.Target>
        <TextInput
          data-autofocus
          role="combobox"
          aria-expanded={combobox.dropdownOpened}
          aria-controls={combobox.listId ?? undefined}
          label={t('find.label')}
          placeholder={t('find.placeholder')}
          value={text}
          onChange={(event) => {
            setText(event.currentTarget.value);
            combobox.openDropdown();
          }}
          onFocus={() => combobox.openDropdown()}
          onBlur={() => combobox.closeDropdown()}
        />
      </Combobox.Target>
      <Combobox.Dropdown hidden={shown.length === 0 && !isTyped}>
        <Combobox.Options mah={240} style={{ overflowY: 'auto' }} aria-label={t('find.label')}>
          <Combobox.Group label={isTyped ? t('find.found') : t('find.suggested', { name: suggestedFor })}>
            {shown.map((ticket) => (
              <Combobox.Option key={ticket.id} value={String(ticket.id)}>
                <FoundLine ticket={ticket} />
              </Combobox.Option>
            ))}
          </Combobox.Group>
          {shown.length === 0 && !found.isFetching && <Combobox.Empty>{t('find.none')}</Combobox.Empty>}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}

/** A ticket on one line: number, what it is about, where it stands. */
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
