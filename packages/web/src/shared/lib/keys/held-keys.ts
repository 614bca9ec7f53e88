import { keyNotation } from './shortcut-key.ts';

let typed = '';
let letGo: (() => void) | null = null;

/**
 * Captures the keys typed between opening a dialog and the arrival of its code, so that they do not go to the page;
 * Escape cancels at once. `already` is text typed before. Returns a function that tells whether the keys are still held
 * for this caller.
 */
export function captureKeys(onEscape: () => void, already = ''): () => boolean {
  releaseKeys();
  typed = already;
  const hold = (event: KeyboardEvent) => {
    const key = keyNotation(event);
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

/** Ends the capture and returns the text that was typed meanwhile. */
export function releaseKeys(): string {
  letGo?.();
  letGo = null;
  const text = typed;
  typed = '';
  return text;
}

/** Returns what a text box would contain after this key. */
export function afterKey(text: string, key: string): string {
  const characters = [...text];
  if (key === 'Backspace') return characters.slice(0, -1).join('');
  return [...key].length === 1 ? text + key : text;
}
