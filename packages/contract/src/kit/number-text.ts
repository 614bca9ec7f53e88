import type { Language } from './codes.ts';

// Groups must be of three digits, with the same separator, and not begin with zero: "0,123", a fraction elsewhere, must not be
// read as 123.
const FORMS: Record<Language, RegExp> = {
  en: /^([+-]?)(?=[\d.])([1-9]\d{0,2}(?:([,\s])\d{3}(?:\3\d{3})*)|\d+)?(?:\.(\d+))?(e[+-]?\d{1,3})?$/i,
  id: /^([+-]?)(?=[\d,])([1-9]\d{0,2}(?:([.\s])\d{3}(?:\3\d{3})*)|\d+)?(?:,(\d+))?(e[+-]?\d{1,3})?$/i,
};

/**
 * Parses a number as written in this language: `1,234.5` in English, `1.234,5` in Indonesian; groups may also be separated by
 * spaces. Null where it is invalid or ambiguous.
 */
export function readNumber(text: string, language: Language): number | null {
  const match = FORMS[language].exec(text.trim().replace('\u2212', '-'));
  if (!match) return null;
  const [, sign = '', whole = '', , fraction = '', power = ''] = match;
  const value = Number(`${sign}${whole.replace(/\D/g, '') || '0'}.${fraction || '0'}${power}`);
  return Number.isFinite(value) ? value : null;
}

/** Writes a number with all its digits, so that `readNumber` returns the same. */
export function writeNumber(value: number, language: Language): string {
  const [mantissa = '', power] = String(value).split('e');
  const [whole = '', fraction] = mantissa.split('.');
  const [group, decimal] = language === 'id' ? ['.', ','] : [',', '.'];
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, group);
  return `${grouped}${fraction ? `${decimal}${fraction}` : ''}${power ? `e${power}` : ''}`;
}
