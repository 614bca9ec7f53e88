import { RECOVERY_CODES } from '@trunkline/contract';
import { Secret, TOTP } from 'otpauth';
import { randomInt } from 'node:crypto';

const PERIOD_S = 30;
/** A phone may be one step fast or slow. */
const SKEW_STEPS = 1;
const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789';

export const newSecret = (): string => new Secret({ size: 20 }).base32;

const totpOf = (secret: string) => new TOTP({ secret, digits: 6, period: PERIOD_S, algorithm: 'SHA1' });

/** The content of the QR code for authenticator apps. */
export const setupUri = (secret: string, { issuer, label }: { issuer: string; label: string }): string =>
  Object.assign(totpOf(secret), { issuer, label }).toString();

/** The time step that a code belongs to; null if it belongs to none within the tolerance. */
export function codeTimeStep(secret: string, code: string, now: Date): number | null {
  // The library compares codes of the same length only.
  if (!isAppCode(code)) return null;
  const timestamp = now.getTime();
  const delta = totpOf(secret).validate({ token: code, timestamp, window: SKEW_STEPS });
  return delta === null ? null : TOTP.counter({ period: PERIOD_S, timestamp }) + delta;
}

/** Whether it has the form of an app's code, with or without a space; recovery codes are longer. */
export const isAppCode = (code: string): boolean => /^\d{6}$/.test(withoutSpaces(code));

/** A typed code without spaces and hyphens and in lower case, as codes are compared. */
export const withoutSpaces = (code: string): string => code.replace(/[\s-]/g, '').toLowerCase();

const randomGroup = () => Array.from({ length: 4 }, () => LETTERS[randomInt(LETTERS.length)]).join('');

/** In groups, without characters that look alike, since they are printed or written down. */
export const newRecoveryCodes = (): string[] =>
  Array.from({ length: RECOVERY_CODES }, () => [randomGroup(), randomGroup(), randomGroup()].join('-'));
