import { createHmac, timingSafeEqual } from 'node:crypto';

/** Twilio's signature: over the address that it called and the fields of its form in the order of their names. */
function signatureOf(authToken: string, url: string, form: URLSearchParams): string {
  const valuesOf = new Map<string, Set<string>>();
  for (const [name, value] of form) valuesOf.set(name, (valuesOf.get(name) ?? new Set()).add(value));
  // By the name alone: `From` comes before `FromCity`, whatever stands in it.
  const fields = [...valuesOf.keys()]
    .sort()
    .flatMap((name) => [...(valuesOf.get(name) ?? [])].sort().map((value) => name + value));
  return createHmac('sha1', authToken)
    .update(url + fields.join(''))
    .digest('base64');
}

/** Some dozen fields, the longest of them a message: whoever sends more is not Twilio. */
const FORM_MAX = 64 * 1024;

/** Compares in constant time. */
export function isSignedBy(authToken: string, given: unknown, url: string, body: Buffer): boolean {
  if (typeof given !== 'string' || body.length > FORM_MAX) return false;
  const own = Buffer.from(signatureOf(authToken, url, new URLSearchParams(body.toString('utf8'))));
  const other = Buffer.from(given);
  return own.length === other.length && timingSafeEqual(own, other);
}
