import type { Language } from '@trunkline/contract';
import { LANGUAGES } from './limits.ts';

/** The first of the wishes that we speak. `id-ID` counts as `id`, and `in` is what old browsers call it. */
export function chooseLanguage(wishes: readonly (string | null | undefined)[]): Language {
  for (const wish of wishes) {
    const name = wish?.toLowerCase().split(/[-_]/)[0];
    const known = LANGUAGES.find((language) => language === (name === 'in' ? 'id' : name));
    if (known) return known;
  }
  return 'en';
}
