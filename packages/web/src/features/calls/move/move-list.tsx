import { TextInput, UnstyledButton } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useState, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Avatar } from '#shared/ui/marks/avatar.tsx';
import classes from './call-move.module.css';

export type MoveRow = { id: number; name: string; about: string; isOpen: boolean };
type Props = {
  label: string;
  rows: readonly MoveRow[];
  isBusy: boolean;
  onPick: (id: number) => void;
};

/** A searchable list of names. The arrow keys move from the search field into the list and through it. */
export function MoveList({ label, rows, isBusy, onPick }: Props) {
  const { t } = useTranslation('calls');
  const [query, setQuery] = useState('');
  const wanted = query.trim().toLowerCase();
  const shown = rows.filter(({ name, about }) => `${name} ${about}`.toLowerCase().includes(wanted));
  return (
    <div role="group" aria-label={label}>
      <TextInput
        data-autofocus
        aria-label={t('moves.search')}
        placeholder={t('moves.search')}
        leftSection={<IconSearch size={16} stroke={1.75} aria-hidden />}
        value={query}
        onChange={(event) => setQuery(event.currentTarget.value)}
        onKeyDown={moveFocus}
      />
      <ul className={classes['list']}>
        {shown.map(({ id, name, about, isOpen }) => (
          <li key={id}>
            <UnstyledButton
              className={classes['row'] ?? ''}
              disabled={!isOpen || isBusy}
              onClick={() => onPick(id)}
              onKeyDown={moveFocus}
            >
              <Avatar name={name} size={28} />
              <span className={classes['who']}>
                <span className="truncate" dir="auto">
                  {name}
                </span>
                <span className={classes['about']}>{about}</span>
              </span>
            </UnstyledButton>
          </li>
        ))}
      </ul>
      {shown.length === 0 && <p className={classes['empty']}>{t('moves.nobody')}</p>}
    </div>
  );
}

function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  const group = event.currentTarget.closest('[role="group"]');
  if (!step || !group) return;
  const stops = [...group.querySelectorAll<HTMLElement>('input, button:not(:disabled)')];
  const next = stops[stops.indexOf(event.currentTarget) + step];
  if (!next) return;
  event.preventDefault();
  next.focus();
}
