import { ActionIcon, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconSearch, IconX } from '@tabler/icons-react';
import { LIMITS } from '@trunkline/contract';
import { useEffect, useState, type Ref } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './customers.module.css';

type Props = { value: string; onChange: (value: string) => void; ref?: Ref<HTMLInputElement> };

const PAUSE_MS = 180;

/** Searches once the typing pauses. */
export function SearchField({ value, onChange, ref }: Props) {
  const { t } = useTranslation('customers');
  const [text, setText] = useState(value);
  const tell = useDebouncedCallback(onChange, PAUSE_MS);
  // The address may change by itself: back, or "clear the search".
  useEffect(() => setText(value), [value]);
  return (
    <TextInput
      ref={ref}
      type="search"
      className={classes['search']}
      value={text}
      maxLength={LIMITS.search}
      placeholder={t('search')}
      aria-label={t('search')}
      leftSection={<IconSearch size={16} stroke={1.75} aria-hidden />}
      rightSection={
        text && (
          <ActionIcon size={24} aria-label={t('clear-search')} onClick={() => onChange('')}>
            <IconX size={16} stroke={1.75} aria-hidden />
          </ActionIcon>
        )
      }
      onChange={(event) => {
        setText(event.currentTarget.value);
        tell(event.currentTarget.value.trim());
      }}
      onKeyDown={(event) => {
        // Enter goes on to who was found.
        if (event.key === 'Enter' || (event.key === 'Escape' && text === '')) event.currentTarget.blur();
      }}
    />
  );
}
