import { parsePhoneNumberFromString } from 'libphonenumber-js/min';
import { z } from 'zod';
import { AppError } from '#platform/errors';

const email = z.email().max(254);
/** Numbers without a country code are read as Indonesian, where the demo company is. */
const HOME_COUNTRY = 'ID';

/** One spelling per address, so that the same person is recognised: lower case for e-mail, E.164 for phones. */
export function normaliseIdentity(kind: 'email' | 'phone', value: string): string {
  return kind === 'email' ? normaliseEmail(value) : normalisePhone(value);
}

function normaliseEmail(value: string): string {
  const address = value.trim().toLowerCase();
  if (!email.safeParse(address).success)
    throw new AppError('invalid', [{ path: 'identities', message: `"${value}" is not an e-mail address` }]);
  return address;
}

function normalisePhone(value: string): string {
  const number = parsePhoneNumberFromString(value, HOME_COUNTRY);
  if (!number?.isPossible())
    throw new AppError('invalid', [{ path: 'identities', message: `"${value}" is not a phone number` }]);
  return number.number;
}

/**
 * A number as lines show it: national, international with `+`, `00` or nothing before the country, as a SIP or tel address.
 * Null for what is none, as that of a withheld number.
 */
export function readPhone(shown: string): string | null {
  const digits = shown.replace(/^(?:sips?|tel):/i, '').replace(/[@;].*$/, '');
  if (!/^\+?[\d\s().-]{5,25}$/.test(digits)) return null;
  // Of several readings the one that is really given out; else the first that could be.
  const readings = [digits, digits.replace(/^00/, '+'), `+${digits}`].flatMap(
    (text) => parsePhoneNumberFromString(text, HOME_COUNTRY) ?? [],
  );
  const best = readings.find((one) => one.isValid()) ?? readings.find((one) => one.isPossible());
  return best?.number ?? null;
}
