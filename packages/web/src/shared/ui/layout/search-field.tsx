import { ActionIcon, TextInput } from '@mantine/core';
import { IconSearch, IconX } from '@tabler/icons-react';
import { LIMITS } from '@trunkline/contract';
import type { Ref } from 'react';
import { useSearchText } from '#shared/lib/search/use-search-text.ts';

type Props = {
  value: string;
  onChange: (value: string) => void;
  /** Label of the field, and of its clear button. */
  words: { search: string; clear: string };
  className?: string | undefined;
  ref?: Ref<HTMLInputElement> | undefined;
};

/** A search field that reports its text once typing pauses. */
export function SearchField({ value, onChange, words, className = '', ref }: Props) {
  const [text, setText] = useSearchText(value, onChange);
  return (
    <TextInput
      ref={ref}
      type="search"
      className={className}
      value={text}
      maxLength={LIMITS.search}
      placeholder={words.search}
      aria-label={words.search}
      leftSection={<IconSearch size={16} stroke={1.75} aria-hidden />}
      rightSection={
        text && (
          <ActionIcon size={24} aria-label={words.clear} onClick={() => setText('')}>
            <IconX size={16} stroke={1.75} aria-hidden />
          </ActionIcon>
        )
      }
      onChange={(event) => setText(event.currentTarget.value)}
      onKeyDown={(event) => {
        // Enter leaves the field, so that the keys of the list below work.
        if (event.key === 'Enter' || (event.key === 'Escape' && text === '')) event.currentTarget.blur();
      }}
    />
  );
}
