import { emailAddress } from '@trunkline/contract';
import { getCountryCallingCode, parsePhoneNumberFromString, type CountryCode } from 'libphonenumber-js/min';
import { AppError } from '#platform/errors';

/** The country of numbers without a country code: the home country of the settings. */
export type HomeCountry = string;

type ReadOptions = { home: HomeCountry; path?: string };

/**
 * The normal form of an address, so that the same person is recognised: lower case for e-mail, E.164 for phones. @param path
 * the field to name in the error
 */
export function normaliseIdentity(
  kind: 'email' | 'phone',
  value: string,
  { home, path = 'identities' }: ReadOptions,
): string {
  return kind === 'email' ? normaliseEmail(value, path) : normalisePhone(value, { home, path });
}

function normaliseEmail(value: string, path: string): string {
  const address = value.trim().toLowerCase();
  if (!emailAddress.safeParse(address).success)
    throw new AppError('invalid', [{ path, message: `"${value}" is not an e-mail address` }]);
  return address;
}

/** The e-mail addresses and numbers that a text names, as they stand there. */
export const addressesIn = (text: string): string[] =>
  // Bounded, because a part without an end would be read again from each of its letters.
  text.match(/[^\s,;<>()@]{1,64}@[^\s,;<>()@]{1,190}\w|\+\d{7,15}/g) ?? [];

/**
 * Whether a spreadsheet has turned a telephone number into 6.28E+11 or 628151234567.0: digits are lost or added, so that
 * somebody else would be called.
 */
const isCalculated = (text: string): boolean =>
  /^\s*[+-]?\d+(?:[.,]\d+)?e[+-]?\d+\s*$/i.test(text) ||
  /^\s*[+-]?(?:\d{7,}[.,]\d{1,2}|\d[.,]\d{6,})\s*$/.test(text);

function normalisePhone(value: string, { home, path }: Required<ReadOptions>): string {
  const number = isCalculated(value) ? undefined : parsePhoneNumberFromString(value, home as CountryCode);
  if (!number?.isPossible())
    throw new AppError('invalid', [{ path, message: `"${value}" is not a phone number` }]);
  return number.number;
}

/**
 * Parses a number as telephone lines show it: national, international with `+`, `00` or nothing before the country code, or a
 * SIP or tel address. Null where it is not a number, for example withheld.
 */
export function readPhone(shown: string, home: HomeCountry): string | null {
  const digits = shown.replace(/^(?:sips?|tel):/i, '').replace(/[@;].*$/, '');
  if (!/^\+?[\d\s().-]{5,25}$/.test(digits) || isCalculated(digits)) return null;
  // Prefers the reading that is a valid number, else takes the first possible one.
  const readings = [digits, digits.replace(/^00/, '+'), `+${digits}`].flatMap(
    (text) => parsePhoneNumberFromString(text, home as CountryCode) ?? [],
  );
  const best = readings.find((one) => one.isValid()) ?? readings.find((one) => one.isPossible());
  return best?.number ?? null;
}

/** Countries in which numbers are written in two ways: a pattern and its replacement for each direction. */
const DOUBLE_FORMS: readonly (readonly [RegExp, string])[] = [
  // Brazil has added a nine before mobile numbers of eight digits.
  [/^(\+55\d{2})9([6-9]\d{7})$/, '$1$2'],
  [/^(\+55\d{2})([6-9]\d{7})$/, '$19$2'],
  // Mexico and Argentina have a digit before mobile numbers that is sometimes left out.
  [/^(\+52)1(\d{10})$/, '$1$2'],
  [/^(\+52)(\d{10})$/, '$11$2'],
  [/^(\+54)9(\d{10})$/, '$1$2'],
  [/^(\+54)(\d{10})$/, '$19$2'],
  // Benin has added 01 before all numbers.
  [/^(\+229)01(\d{8})$/, '$1$2'],
  [/^(\+229)(\d{8})$/, '$101$2'],
];

/** All spellings of a number in which it may be stored, the given one first. */
export function phoneSpellingsOf(phone: string): string[] {
  const [form, other] = DOUBLE_FORMS.find(([one]) => one.test(phone)) ?? [];
  return form && other ? [phone, phone.replace(form, other)] : [phone];
}

/** Digits to search for when somebody types a number or its beginning, in the form in which numbers are stored. */
export function searchableNumberParts(typed: string, home: HomeCountry): string[] {
  if (!/^\s*\+?[\d\s()./-]{3,30}$/.test(typed)) return [];
  const digits = typed.replace(/\D/g, '');
  const code = getCountryCallingCode(home as CountryCode);
  const read = digits.startsWith('00')
    ? digits.slice(2)
    : digits.startsWith('0')
      ? code + digits.slice(1)
      : digits;
  const whole = phoneSpellingsOf(`+${read}`).map((one) => one.slice(1));
  return [...new Set([...whole, digits])].filter((part) => part.length >= 3);
}
