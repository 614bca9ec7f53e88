import { randomBytes } from 'node:crypto';

/** An id in LiveKit's form: a prefix for the kind, an underscore and twelve random characters. */
export function newSid(kind: 'RM' | 'PA' | 'TR' | 'EG' | 'EV'): string {
  return `${kind}_${randomBytes(9).toString('base64url').replace(/[-_]/g, 'x')}`;
}
