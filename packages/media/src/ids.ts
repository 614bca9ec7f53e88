import { randomBytes } from 'node:crypto';

/** A name in LiveKit's form: two letters for the kind of thing, then twelve of chance. */
export function newSid(kind: 'RM' | 'PA' | 'TR' | 'EG' | 'EV'): string {
  return `${kind}_${randomBytes(9).toString('base64url').replace(/[-_]/g, 'x')}`;
}
