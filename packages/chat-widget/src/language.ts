import type { Language } from '@trunkline/contract';
import { LANGUAGES } from './limits.ts';

/** Returns the first of the wanted languages that is supported, or English. */
export const chooseLanguage = (wishes: readonly (string | null | undefined)[]): Language =>
  firstSupported(wishes) ?? 'en';

/** Returns the first of the wanted languages that is supported, if any. `id-ID` counts as `id`, and `in` is an old code of it. */
export function firstSupported(wishes: readonly (string | null | undefined)[]): Language | null {
  for (const wish of wishes) {
    const name = wish?.toLowerCase().split(/[-_]/)[0];
    const known = LANGUAGES.find((language) => language === (name === 'in' ? 'id' : name));
    if (known) return known;
  }
  return null;
}
