import { useRef, useState } from 'react';

/** A text field with access to its cursor, to insert text there. */
export function useTextField(body: string, onWrite: (body: string) => void) {
  const field = useRef<HTMLTextAreaElement>(null);
  const [cursor, setCursor] = useState(body.length);

  function place(at: number): void {
    setCursor(at);
    // Waits until React has written the text; otherwise the cursor would jump to its end.
    requestAnimationFrame(() => {
      field.current?.focus();
      field.current?.setSelectionRange(at, at);
    });
  }

  function insert(
    text: string,
    from = field.current?.selectionStart ?? cursor,
    to = field.current?.selectionEnd ?? from,
  ): void {
    onWrite(body.slice(0, from) + text + body.slice(to));
    place(from + text.length);
  }

  return { field, cursor, setCursor, place, insert };
}
