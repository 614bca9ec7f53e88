type Key = Pick<KeyboardEvent, 'key' | 'isComposing'>;

/** Escape leaves the field that is written in, plain or formatted, so that the keys of the page work again; true where it did. */
export function leaveFieldOnEscape({ key, isComposing }: Key, field: { blur: () => void }): boolean {
  if (key !== 'Escape' || isComposing) return false;
  field.blur();
  return true;
}
