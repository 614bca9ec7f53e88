import { isTypingTarget, keyNotation } from './shortcut-key.ts';

/** How soon the next letter follows while somebody types. */
const PAUSE_MS = 1500;

type Pressed = Pick<
  KeyboardEvent,
  'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey' | 'target' | 'timeStamp'
>;

type Typing = {
  /**
   * Is told of every key; returns whether it belongs to a text whose field has gone under the fingers, as when a form ended by
   * itself or a ticket went to others.
   */
  isOfLostText(pressed: Pressed): boolean;
  /** Is told of a press of the pointer, after which the next key is no rest of a text. */
  end(): void;
};

/** Follows what is typed into fields. */
export function followTyping(): Typing {
  let typed: { field: Element; at: number } | null = null;
  const isOfLostText = (pressed: Pressed): boolean => {
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
  const end = (): void => {
    typed = null;
  };
  return { isOfLostText, end };
}

const isUsable = (field: Element): boolean =>
  field.isConnected && field.checkVisibility() && !field.matches(':disabled');
