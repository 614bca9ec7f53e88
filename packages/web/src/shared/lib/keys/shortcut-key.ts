type KeyPress = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>;

/** Returns the notation of a pressed key: `mod+k`, `shift+a`, `?`, `Enter`. Shift is named only with letters and named keys. */
export function keyNotation(event: KeyPress): string {
  const letter = /^[a-z]$/i.test(event.key);
  const name = letter ? event.key.toLowerCase() : event.key;
  const parts = [
    event.ctrlKey || event.metaKey ? 'mod' : '',
    event.altKey ? 'alt' : '',
    event.shiftKey && (letter || event.key.length > 1) ? 'shift' : '',
    name,
  ];
  return parts.filter(Boolean).join('+');
}

/** Whether the focused element takes letters itself. */
export function isTypingTarget(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable || target instanceof HTMLTextAreaElement) return true;
  if (target instanceof HTMLSelectElement) return true;
  if (target instanceof HTMLInputElement)
    return !['checkbox', 'radio', 'button', 'range', 'color', 'submit'].includes(target.type);
  return false;
}
