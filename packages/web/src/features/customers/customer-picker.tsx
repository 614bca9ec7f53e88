import { call } from '#shared/api/call.ts';
import { useSearchText } from '#shared/lib/search/use-search-text.ts';
import { TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { LIMITS, listCustomers, type Customer } from '@trunkline/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './merge/merge.module.css';

type Props = { except: number; hint: string; onPick: (customer: Customer) => void };

const SHOWN = 20;

/** Searches a customer to choose. */
export function CustomerPicker({ except, hint, onPick }: Props) {
  const { t } = useTranslation('customers');
  const [q, setQ] = useState('');
  const [text, setText] = useSearchText(q, setQ);
  const found = useQuery({
    queryKey: ['customers', 'picker', q],
    queryFn: ({ signal }) =>
      call(listCustomers, { query: { q, sort: 'last_contact', limit: SHOWN }, signal }).then(
        (answer) => answer.data,
      ),
    enabled: q.trim() !== '',
    placeholderData: (previous) => previous,
  });
  const people = q.trim() === '' ? [] : (found.data ?? []).filter(({ id }) => id !== except);
  return (
    <div className={classes['merge']}>
      <p className={classes['hint']}>{hint}</p>
      <TextInput
        type="search"
        data-autofocus
        value={text}
        maxLength={LIMITS.search}
        aria-label={t('merge.search')}
        placeholder={t('merge.search')}
        leftSection={<IconSearch size={16} stroke={1.75} aria-hidden />}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <ul className={classes['list']}>
        {people.map((one) => (
          <li key={one.id}>
            <button type="button" className={classes['candidate']} onClick={() => onPick(one)}>
              <bdi>{one.name}</bdi>
              <span>
                {[one.company, ...one.identities.map(({ value }) => value)]
                  .filter(Boolean)
                  .slice(0, 3)
                  .join(' · ')}
              </span>
            </button>
          </li>
        ))}
      </ul>
      {q.trim() !== '' && found.data && people.length === 0 && (
        <p className={classes['hint']}>{t('merge.none')}</p>
      )}
    </div>
  );
}
