import { useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { useTranslation } from 'react-i18next';
import classes from './field-limit.module.css';
import { isNear, roomFor, type Room } from './field-room.ts';

type Field = HTMLInputElement | HTMLTextAreaElement;
type ShownLimit = Room & { left: number; top: number };

/**
 * Every field of the desk that has a limit: it says so as one nears it, and what does not fit is not inserted at all, where the
 * browser would take its beginning without a word.
 */
export default function FieldLimit() {
  const { t } = useTranslation('shared/limits');
  const [told, setTold] = useState<ShownLimit | null>(null);
  useEffect(() => {
    const tell = (field: Field, room: Room) => {
      const { left, bottom } = field.getBoundingClientRect();
      setTold({ ...room, left, top: Math.min(bottom + 2, window.innerHeight - 28) });
    };
    const insert = (event: Event, text: string | undefined) => {
      const field = fieldOf(event);
      if (!field || !text) return;
      const room = roomFor({ ...sizesOf(field), inserted: text.length });
      if (room.excess === 0) return;
      event.preventDefault();
      tell(field, room);
    };
    const paste = (event: ClipboardEvent) => insert(event, event.clipboardData?.getData('text/plain'));
    const drop = (event: DragEvent) => insert(event, event.dataTransfer?.getData('text/plain'));
    const type = (event: InputEvent) => {
      if (!event.isComposing && event.inputType === 'insertText') insert(event, event.data ?? undefined);
    };
    const look = (event: Event) => {
      const field = fieldOf(event);
      const room = field && { max: field.maxLength, length: field.value.length, excess: 0 };
      if (room && isNear(room)) tell(field, room);
      else setTold(null);
    };
    const leave = () => setTold(null);
    const listeners = { paste, drop, beforeinput: type, input: look, focusin: look, focusout: leave };
    for (const [name, listener] of Object.entries(listeners))
      document.addEventListener(name, listener as EventListener, true);
    return () => {
      for (const [name, listener] of Object.entries(listeners))
        document.removeEventListener(name, listener as EventListener, true);
    };
  }, []);
  const words =
    told && (told.excess > 0 ? t('over', { count: told.excess, max: told.max }) : t('near', told));
  return createPortal(
    <p
      role="status"
      className={classes['limit']}
      data-over={told && told.excess > 0 ? '' : undefined}
      style={told ? { left: told.left, top: told.top } : undefined}
    >
      {words}
    </p>,
    document.body,
  );
}

function fieldOf({ target }: Event): Field | null {
  const isField = target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
  return isField && target.maxLength > 0 ? target : null;
}

/** Kinds of input without a selection, such as of a number, have nothing selected as far as one can know. */
function sizesOf(field: Field) {
  const { selectionStart: start, selectionEnd: end } = field;
  return { max: field.maxLength, length: field.value.length, selected: (end ?? 0) - (start ?? 0) };
}
