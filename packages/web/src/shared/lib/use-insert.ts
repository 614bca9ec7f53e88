import { useRef, type RefObject } from 'react';

type Field = { value: string; onChange: (value: string) => void };

/** Returns a function that inserts text at the cursor and puts the cursor behind it. */
export function useInsertAtCursor({ value, onChange }: Field): {
  field: RefObject<HTMLTextAreaElement | null>;
  insert: (words: string) => void;
} {
  const field = useRef<HTMLTextAreaElement>(null);
  return {
    field,
    insert(words) {
      const { selectionStart: from = value.length, selectionEnd: to = from } = field.current ?? {};
      onChange(value.slice(0, from) + words + value.slice(to));
      // Waits until React has written the text; otherwise the cursor would jump to its end.
      requestAnimationFrame(() => {
        field.current?.focus();
        field.current?.setSelectionRange(from + words.length, from + words.length);
      });
    },
  };
}
