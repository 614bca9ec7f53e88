import { CloseButton, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import type { RefObject } from 'react';
import { LIMITS } from '@trunkline/contract';
import { useTranslation } from 'react-i18next';
import { useSearchText } from '#shared/lib/search/use-search-text.ts';

type Props = {
  value: string;
  onChange: (value: string) => void;
  inputRef: RefObject<HTMLInputElement | null>;
};

/** Full-text search; the address follows when the typing pauses. */
export function SearchBox({ value, onChange, inputRef }: Props) {
  const { t } = useTranslation('tickets');
  const [typed, setTyped] = useSearchText(value, onChange);
  return (
    <TextInput
      ref={inputRef}
      type="search"
      maxLength={LIMITS.search}
      aria-label={t('search.label')}
      placeholder={t('search.placeholder')}
      leftSection={<IconSearch size={16} stroke={1.75} aria-hidden />}
      rightSection={
        typed && <CloseButton size="sm" aria-label={t('search.clear')} onClick={() => setTyped('')} />
      }
      value={typed}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onKeyDown={(event) => {
        // Enter moves to the results; Escape clears the search first.
        if (event.key === 'Escape' && typed) setTyped('');
        else if (event.key === 'Escape' || event.key === 'Enter') event.currentTarget.blur();
      }}
      style={{ flex: 1, maxWidth: 480 }}
    />
  );
}
