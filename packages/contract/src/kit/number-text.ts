import type { Language } from './codes.ts';

// Groups are of three and alike, and begin with no zero: what is "0,123" elsewhere is not taken for 123.
const FORMS: Record<Language, RegExp> = {
  en: /^([+-]?)(?=[\d.])([1-9]\d{0,2}(?:([,\s])\d{3}(?:\3\d{3})*)|\d+)?(?:\.(\d+))?(e[+-]?\d{1,3})?$/i,
  id: /^([+-]?)(?=[\d,])([1-9]\d{0,2}(?:([.\s])\d{3}(?:\3\d{3})*)|\d+)?(?:,(\d+))?(e[+-]?\d{1,3})?$/i,
};

/**
 * A number as people write it in this language: `1,234.5` in English, `1.234,5` in Indonesian; spaces group in both.
 * Null for what is none, or would be another one elsewhere: nothing is guessed.
 */
export function readNumber(text: string, language: Language): number | null {
  const match = FORMS[language].exec(text.trim().replace('\u2212', '-'));
  if (!match) return null;
  const [, sign = '', whole = '', , fraction = '', power = ''] = match;
  const value = Number(`${sign}${whole.replace(/\D/g, '') || '0'}.${fraction || '0'}${power}`);
  return Number.isFinite(value) ? value : null;
}

/** A number as it is written in this language, with every digit it has: `readNumber` gives it back. */
export function writeNumber(value: number, language: Language): string {
  const [mantissa = '', power] = String(value).split('e');
  const [whole = '', fraction] = mantissa.split('.');
  const [group, decimal] = language === 'id' ? ['.', ','] : [',', '.'];
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, group);
  return `${grouped}${fraction ? `${decimal}${fraction}` : ''}${power ? `e${power}` : ''}`;
}
