/** A random key that the server stores once. Not `crypto.randomUUID`, which exists on https only. */
export function newClientKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return `w${[...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}
