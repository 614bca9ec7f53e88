import { isTypingTarget, keyNotation } from './shortcut-key.ts';

/** How soon the next letter follows while somebody types. */
const PAUSE_MS = 1500;

type Pressed = Pick<
  KeyboardEvent,
  'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey' | 'target' | 'timeStamp'
>;

/**
 * Follows what is typed into fields. Returns a function that is told of every key, and says whether the key belongs to a text whose
 * field has gone under the fingers, as when a form ended by itself or a ticket went to others.
 */
export function followTyping(): (pressed: Pressed) => boolean {
  let typed: { field: Element; at: number } | null = null;
  return (pressed) => {
    const { key, target, timeStamp: at } = pressed;
    const isText = [...key].length === 1 || key === 'Backspace';
    if (!isText || keyNotation(pressed).startsWith('mod+')) {
      // Shift belongs to the next letter; any other key ends the text.
      if (key !== 'Shift') typed = null;
      return false;
    }
    if (isTypingTarget(target)) {
      typed = { field: target as Element, at };
      return false;
    }
    if (typed === null || isUsable(typed.field) || at - typed.at > PAUSE_MS) return false;
    typed = { ...typed, at };
    return true;
  };
}

const isUsable = (field: Element): boolean =>
  field.isConnected && field.checkVisibility() && !field.matches(':disabled');
