import type { Language } from '@trunkline/contract';
import { LANGUAGES } from './limits.ts';

/** The first of the wishes that we speak, or English. */
export const chooseLanguage = (wishes: readonly (string | null | undefined)[]): Language =>
  spoken(wishes) ?? 'en';

/** The first of the wishes that we speak, if any. `id-ID` counts as `id`, and `in` is what old browsers call it. */
export function spoken(wishes: readonly (string | null | undefined)[]): Language | null {
  for (const wish of wishes) {
    const name = wish?.toLowerCase().split(/[-_]/)[0];
    const known = LANGUAGES.find((language) => language === (name === 'in' ? 'id' : name));
    if (known) return known;
  }
  return null;
}
