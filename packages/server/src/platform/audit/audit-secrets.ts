import { cleanText } from '#platform/foreign-text';

/** The replacement for secrets in the audit log. */
export const HIDDEN = '••••••';

/** Names of fields that hold a secret, however they are spelled: `oldPassword`, `sealed_access_token`, `api-key`. */
const SECRET_NAME =
  /passw|passphrase|passcode|secret|token|credential|authorization|cookie|sealed|(private|api|access)[-_]?key$|recovery|(^|[-_]|t)otp($|[-_])|^pin$|^pwd$|^salt$|[-_]hash$/i;
/** Names of fields that describe a secret but do not contain it: its length, expiry, or whether there is one. */
const ABOUT_SECRETS = /(_|-)(length|days|hours|minutes|count|at|until|url|id|ids)$/i;
const DEPTH_MAX = 50;

const isSecret = (name: string): boolean => SECRET_NAME.test(name) && !ABOUT_SECRETS.test(name);

/**
 * A copy of the value without secrets, at any depth: by field names, in pairs of name and value, and in URLs. Used for all
 * entries of the audit log.
 */
export function withoutSecrets(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return withoutSecretsInUrls(cleanText(value));
  if (typeof value === 'bigint') return String(value);
  if (value === null || typeof value !== 'object' || value instanceof Date) return value;
  if (value instanceof Uint8Array || depth > DEPTH_MAX) return HIDDEN;
  if (Array.isArray(value)) return value.map((one) => withoutSecrets(one, depth + 1));
  const fields = Object.entries(value);
  const named = fields.find(([name, of]) => (name === 'name' || name === 'key') && typeof of === 'string');
  const isPair = named !== undefined && 'value' in value && isSecret(named[1] as string);
  return Object.fromEntries(
    fields.map(([name, one]) => [
      cleanText(name),
      isSecret(name) || (isPair && name === 'value') ? hidden(one, depth) : withoutSecrets(one, depth + 1),
    ]),
  );
}

/** Whether there is a secret may be seen; in objects and lists everything is hidden. */
function hidden(value: unknown, depth: number): unknown {
  if (value === null || value === undefined || value === '' || typeof value === 'boolean') return value;
  if (typeof value !== 'object' || depth > DEPTH_MAX) return HIDDEN;
  if (Array.isArray(value)) return value.map((one) => hidden(one, depth + 1));
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [cleanText(name), hidden(one, depth + 1)]),
  );
}

const withoutSecretsInUrls = (text: string): string =>
  text
    .replace(/(\b[a-z][a-z0-9+.-]{0,30}:\/\/)[^\s/@]+@/gi, `$1${HIDDEN}@`)
    .replace(
      /([?&](?:[\w-]*(?:token|secret|password|signature|api_?key|apikey)[\w-]*|key|sig)=)[^&#\s]+/gi,
      `$1${HIDDEN}`,
    );
