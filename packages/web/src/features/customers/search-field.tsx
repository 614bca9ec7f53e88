import { useSearchText } from '#shared/lib/use-search-text.ts';
import { ActionIcon, TextInput } from '@mantine/core';
import { IconSearch, IconX } from '@tabler/icons-react';
import { LIMITS } from '@trunkline/contract';
import type { Ref } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './customers.module.css';

type Props = { value: string; onChange: (value: string) => void; ref?: Ref<HTMLInputElement> };

/** Searches once the typing pauses. */
export function SearchField({ value, onChange, ref }: Props) {
  const { t } = useTranslation('customers');
  const [text, setText] = useSearchText(value, onChange);
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
          <ActionIcon size={24} aria-label={t('clear-search')} onClick={() => setText('')}>
            <IconX size={16} stroke={1.75} aria-hidden />
          </ActionIcon>
        )
      }
      onChange={(event) => setText(event.currentTarget.value)}
      onKeyDown={(event) => {
        // Enter goes on to who was found.
        if (event.key === 'Enter' || (event.key === 'Escape' && text === '')) event.currentTarget.blur();
      }}
    />
  );
}
