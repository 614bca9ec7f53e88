import { createHash } from 'node:crypto';

/**
 * The hash of an entry's position: it includes the hash before, so that no earlier entry can be changed. Both as hexadecimal
 * text.
 */
export const nextHash = (before: string, digest: string): string =>
  createHash('sha256').update(Buffer.from(before, 'hex')).update(Buffer.from(digest, 'hex')).digest('hex');
