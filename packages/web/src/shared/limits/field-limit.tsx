import { useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { useTranslation } from 'react-i18next';
import classes from './field-limit.module.css';
import { isFieldNearlyFull, fieldRoomFor, type FieldRoom } from './field-room.ts';

type Field = HTMLInputElement | HTMLTextAreaElement;
type ShownLimit = FieldRoom & { left: number; top: number };

/**
 * Watches every field with a limit: tells the user when they come near it, and inserts nothing at all if a pasted text
 * does not fit, where the browser would silently cut it off.
 */
export default function FieldLimit() {
  const { t } = useTranslation('shared/limits');
  const [told, setTold] = useState<ShownLimit | null>(null);
  useEffect(() => {
    const showRoom = (field: Field, room: FieldRoom) => {
      const { left, bottom } = field.getBoundingClientRect();
      setTold({ ...room, left, top: Math.min(bottom + 2, window.innerHeight - 28) });
    };
    const insert = (event: Event, text: string | undefined) => {
      const field = fieldOf(event);
      if (!field || !text) return;
      const room = fieldRoomFor({ ...sizesOf(field), inserted: text.length });
      if (room.excess === 0) return;
      event.preventDefault();
      showRoom(field, room);
    };
    const paste = (event: ClipboardEvent) => insert(event, event.clipboardData?.getData('text/plain'));
    const drop = (event: DragEvent) => insert(event, event.dataTransfer?.getData('text/plain'));
    const type = (event: InputEvent) => {
      if (!event.isComposing && event.inputType === 'insertText') insert(event, event.data ?? undefined);
    };
    const checkField = (event: Event) => {
      const field = fieldOf(event);
      const room = field && { max: field.maxLength, length: field.value.length, excess: 0 };
      if (room && isFieldNearlyFull(room)) showRoom(field, room);
      else setTold(null);
    };
    const hideRoom = () => setTold(null);
    const listeners = {
      paste,
      drop,
      beforeinput: type,
      input: checkField,
      focusin: checkField,
      focusout: hideRoom,
    };
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

/** Inputs such as numbers report no selection, so nothing counts as selected in them. */
function sizesOf(field: Field) {
  const { selectionStart: start, selectionEnd: end } = field;
  return { max: field.maxLength, length: field.value.length, selected: (end ?? 0) - (start ?? 0) };
}
