import { hash, verify } from '@node-rs/argon2';
import { randomInt } from 'node:crypto';
import { AppError } from '#platform/errors';

/** Argon2id with the library's defaults, which follow OWASP's minimum (19 MiB, 2 passes). */
export const hashPassword = (password: string): Promise<string> => hash(password);

/** No user has an empty password, and finding that out takes equally long. */
export const isPassword = (stored: string, password: string): Promise<boolean> =>
  stored === '' ? spendVerifyTime(password) : verify(stored, password);

// Verified when the user does not exist, so that the response takes equally long.
let decoy: Promise<string> | undefined;
export async function spendVerifyTime(password: string): Promise<false> {
  decoy ??= hash('no user has this password');
  await verify(await decoy, password);
  return false;
}

/** Throws `weak_password` with the reason: too short, the user's own name, or a pattern everybody tries first. */
export function demandStrong(password: string, username: string, minLength: number): void {
  const weakness = weaknessOf(password, username, minLength);
  if (weakness) throw new AppError('weak_password', { reason: weakness, min_length: minLength });
}

export function weaknessOf(
  password: string,
  username: string,
  minLength: number,
): 'too_short' | 'has_username' | 'too_common' | null {
  const lower = password.toLowerCase();
  if (password.length < minLength) return 'too_short';
  if (username.length >= 3 && lower.includes(username.toLowerCase())) return 'has_username';
  const letters = lower.replace(/[^a-z]/g, '');
  const isPlain =
    COMMON.has(letters) || new Set(lower).size < 5 || SEQUENCES.some((run) => run.includes(lower));
  return isPlain ? 'too_common' : null;
}

const COMMON = new Set([
  'password',
  'passw',
  'passwort',
  'qwerty',
  'qwertyuiop',
  'letmein',
  'welcome',
  'iloveyou',
  'admin',
  'administrator',
  'katasandi',
  'rahasia',
  'sayang',
]);
const SEQUENCES = [
  '01234567890123456789',
  '09876543210987654321',
  'abcdefghijklmnopqrstuvwxyz',
  'qwertyuiopasdfghjklzxcvbnm',
];

const READABLE = 'abcdefghjkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789';

/** Easy to read out: without characters that look alike. */
export function temporaryPassword(): string {
  const group = () => Array.from({ length: 4 }, () => READABLE[randomInt(READABLE.length)]).join('');
  return [group(), group(), group()].join('-');
}
