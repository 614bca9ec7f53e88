/** Returns a random key by which the server recognises a repeated request. Not by `crypto.randomUUID`, which needs HTTPS. */
export function newClientKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return `w${[...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}
