import { emailAddress } from '@trunkline/contract';
import { getCountryCallingCode, parsePhoneNumberFromString, type CountryCode } from 'libphonenumber-js/min';
import { AppError } from '#platform/errors';

/** Of which country numbers without a country code are: the home country of the settings. */
export type Home = string;

type Reading = { home: Home; path?: string };

/** One spelling per address, so that the same person is recognised: lower case for e-mail, E.164 for phones. `path`: what the field is called in which it was typed. */
export function normaliseIdentity(
  kind: 'email' | 'phone',
  value: string,
  { home, path = 'identities' }: Reading,
): string {
  return kind === 'email' ? normaliseEmail(value, path) : normalisePhone(value, { home, path });
}

function normaliseEmail(value: string, path: string): string {
  const address = value.trim().toLowerCase();
  if (!emailAddress.safeParse(address).success)
    throw new AppError('invalid', [{ path, message: `"${value}" is not an e-mail address` }]);
  return address;
}

/**
 * A number that a spreadsheet has made of a telephone number, as 6.28E+11 or 628151234567.0: its digits are lost or others
 * were added, so that somebody else would be called.
 */
const isCalculated = (text: string): boolean =>
  /^\s*[+-]?\d+(?:[.,]\d+)?e[+-]?\d+\s*$/i.test(text) ||
  /^\s*[+-]?(?:\d{7,}[.,]\d{1,2}|\d[.,]\d{6,})\s*$/.test(text);

function normalisePhone(value: string, { home, path }: Required<Reading>): string {
  const number = isCalculated(value) ? undefined : parsePhoneNumberFromString(value, home as CountryCode);
  if (!number?.isPossible())
    throw new AppError('invalid', [{ path, message: `"${value}" is not a phone number` }]);
  return number.number;
}

/**
 * A number as lines show it: national, international with `+`, `00` or nothing before the country, as a SIP or tel address.
 * Null for what is none, as that of a withheld number.
 */
export function readPhone(shown: string, home: Home): string | null {
  const digits = shown.replace(/^(?:sips?|tel):/i, '').replace(/[@;].*$/, '');
  if (!/^\+?[\d\s().-]{5,25}$/.test(digits) || isCalculated(digits)) return null;
  // Of several readings the one that is really given out; else the first that could be.
  const readings = [digits, digits.replace(/^00/, '+'), `+${digits}`].flatMap(
    (text) => parsePhoneNumberFromString(text, home as CountryCode) ?? [],
  );
  const best = readings.find((one) => one.isValid()) ?? readings.find((one) => one.isPossible());
  return best?.number ?? null;
}

/** Countries in which one number is written in two ways, as providers and people do: what stands in each after the code. */
const DOUBLE_FORMS: readonly (readonly [RegExp, string])[] = [
  // Brazil has put a nine before the mobile numbers of eight digits.
  [/^(\+55\d{2})9([6-9]\d{7})$/, '$1$2'],
  [/^(\+55\d{2})([6-9]\d{7})$/, '$19$2'],
  // Mexico and Argentina have left away, or demand, a digit before mobile numbers.
  [/^(\+52)1(\d{10})$/, '$1$2'],
  [/^(\+52)(\d{10})$/, '$11$2'],
  [/^(\+54)9(\d{10})$/, '$1$2'],
  [/^(\+54)(\d{10})$/, '$19$2'],
  // Benin has put 01 before all of them.
  [/^(\+229)01(\d{8})$/, '$1$2'],
  [/^(\+229)(\d{8})$/, '$101$2'],
];

/** One number in all the ways in which it is stored or comes in, as it was given first. */
export function spellingsOf(phone: string): string[] {
  const [form, other] = DOUBLE_FORMS.find(([one]) => one.test(phone)) ?? [];
  return form && other ? [phone, phone.replace(form, other)] : [phone];
}

/** The parts by which a number is found that somebody types, or has begun to: as it is stored, whatever is between its digits. */
export function numberParts(typed: string, home: Home): string[] {
  if (!/^\s*\+?[\d\s()./-]{3,30}$/.test(typed)) return [];
  const digits = typed.replace(/\D/g, '');
  const code = getCountryCallingCode(home as CountryCode);
  const read = digits.startsWith('00')
    ? digits.slice(2)
    : digits.startsWith('0')
      ? code + digits.slice(1)
      : digits;
  const whole = spellingsOf(`+${read}`).map((one) => one.slice(1));
  return [...new Set([...whole, digits])].filter((part) => part.length >= 3);
}
