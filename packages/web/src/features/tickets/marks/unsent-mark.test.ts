import { expect, it } from 'vitest';
import listEn from '../texts.en.ts';
import listId from '../texts.id.ts';
import en from './texts.en.ts';
import id from './texts.id.ts';
import { unsentMarkOf } from './unsent-mark.ts';

it('marks a row with the name of the view "Not sent" only where that view lists it', () => {
  for (const [view, texts] of [
    [listEn.view.unsent, en],
    [listId.view.unsent, id],
  ] as const) {
    const labelOf = (isHeld: boolean, isUnsent: boolean) => {
      const mark = unsentMarkOf({ isHeld, isUnsent });
      return mark && texts[mark.label];
    };
    expect(labelOf(false, true)).toBe(view);
    expect(labelOf(true, false)).not.toBe(view);
    expect(labelOf(true, true)).not.toBe(view);
    expect(labelOf(false, false)).toBeNull();
  }
});
