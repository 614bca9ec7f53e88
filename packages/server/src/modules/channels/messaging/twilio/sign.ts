import { createHmac, timingSafeEqual } from 'node:crypto';

/** Twilio's signature: over the address that it called and the fields of its form in the order of their names. */
function signatureOf(authToken: string, url: string, form: URLSearchParams): string {
  const fields = [...new Set([...form].map(([name, value]) => `${name}${value}`))].sort();
  return createHmac('sha1', authToken)
    .update(url + fields.join(''))
    .digest('base64');
}

/** Compares in constant time. */
export function isSignedBy(authToken: string, given: unknown, url: string, body: Buffer): boolean {
  if (typeof given !== 'string') return false;
  const own = Buffer.from(signatureOf(authToken, url, new URLSearchParams(body.toString('utf8'))));
  const other = Buffer.from(given);
  return own.length === other.length && timingSafeEqual(own, other);
}
