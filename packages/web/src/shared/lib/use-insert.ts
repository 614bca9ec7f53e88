import { useRef, type RefObject } from 'react';

type Field = { value: string; onChange: (value: string) => void };

/** Puts words in where the cursor stands, and the cursor behind them. */
export function useInsert({ value, onChange }: Field): {
  field: RefObject<HTMLTextAreaElement | null>;
  insert: (words: string) => void;
} {
  const field = useRef<HTMLTextAreaElement>(null);
  return {
    field,
    insert(words) {
      const { selectionStart: from = value.length, selectionEnd: to = from } = field.current ?? {};
      onChange(value.slice(0, from) + words + value.slice(to));
      // After React has written the text, or the cursor would jump to its end.
      requestAnimationFrame(() => {
        field.current?.focus();
        field.current?.setSelectionRange(from + words.length, from + words.length);
      });
    },
  };
}
