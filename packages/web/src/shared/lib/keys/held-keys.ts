import { keyOf } from './shortcut-key.ts';

let typed = '';
let letGo: (() => void) | null = null;

/**
 * From the moment something over the page is asked for, its keys are its own, also while its code is still on the way.
 * Escape does not wait for it. `already` was typed before. Gives back whether they still are held for whoever asked.
 */
export function holdKeys(onEscape: () => void, already = ''): () => boolean {
  releaseKeys();
  typed = already;
  const hold = (event: KeyboardEvent) => {
    const key = keyOf(event);
    if (event.isComposing || key.startsWith('mod+')) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    if (key === 'Escape') onEscape();
    else typed = afterKey(typed, event.key);
  };
  globalThis.addEventListener('keydown', hold, { capture: true });
  const own = () => globalThis.removeEventListener('keydown', hold, { capture: true });
  letGo = own;
  return () => letGo === own;
}

/** Ends it, and gives the text that was typed meanwhile. */
export function releaseKeys(): string {
  letGo?.();
  letGo = null;
  const text = typed;
  typed = '';
  return text;
}

/** What a text box would hold after this key. */
export function afterKey(text: string, key: string): string {
  const characters = [...text];
  if (key === 'Backspace') return characters.slice(0, -1).join('');
  return [...key].length === 1 ? text + key : text;
}
