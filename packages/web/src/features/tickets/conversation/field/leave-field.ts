import { forgetFocusOrigin } from '#shared/lib/keys/focus-origin.ts';

type Key = Pick<KeyboardEvent, 'key' | 'isComposing'>;

/** Escape leaves the text field, plain or formatted, so that the page's shortcuts work again; returns whether it did. */
export function leaveFieldOnEscape({ key, isComposing }: Key, field: { blur: () => void }): boolean {
  if (key !== 'Escape' || isComposing) return false;
  field.blur();
  // A dialog that is closed later gives the focus back to the page, not to the field that was left.
  forgetFocusOrigin();
  return true;
}
