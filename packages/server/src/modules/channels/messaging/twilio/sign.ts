import { createHmac, timingSafeEqual } from 'node:crypto';

/** Twilio's signature: over the address that it called and the fields of its form in the order of their names. */
function signatureOf(authToken: string, url: string, form: URLSearchParams): string {
  const valuesOf = new Map<string, Set<string>>();
  for (const [name, value] of form) valuesOf.set(name, (valuesOf.get(name) ?? new Set()).add(value));
  // Sorted by name alone, so that `From` comes before `FromCity` whatever its value.
  const fields = [...valuesOf.keys()]
    .sort()
    .flatMap((name) => [...(valuesOf.get(name) ?? [])].sort().map((value) => name + value));
  return createHmac('sha1', authToken)
    .update(url + fields.join(''))
    .digest('base64');
}

/** Twilio sends a few dozen fields, the longest of them a message. */
const FORM_MAX = 64 * 1024;

/** Whether the signature matches the URL with or without its port: Twilio uses both. Pure. */
export function signedUrlVariants(url: string): string[] {
  const match = /^(https?):\/\/(\[[^\]]+\]|[^/?#:[]+)(?::(\d+))?(.*)$/s.exec(url);
  if (!match) return [url];
  const [, scheme = '', host = '', port, rest = ''] = match;
  const usual = scheme === 'https' ? '443' : '80';
  return [...new Set([url, `${scheme}://${host}${rest}`, `${scheme}://${host}:${port ?? usual}${rest}`])];
}

/** Compares in constant time. */
export function isSignedBy(authToken: string, given: unknown, url: string, body: Buffer): boolean {
  if (typeof given !== 'string' || body.length > FORM_MAX) return false;
  const form = new URLSearchParams(body.toString('utf8'));
  const other = Buffer.from(given);
  return signedUrlVariants(url)
    .map((address) => Buffer.from(signatureOf(authToken, address, form)))
    .some((own) => own.length === other.length && timingSafeEqual(own, other));
}
