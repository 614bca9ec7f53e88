import { randomUUID } from 'node:crypto';

/** On which side somebody in a call is. A guest is neither: the call goes on without them, and ends with the others. */
export type CallRole = 'agent' | 'customer' | 'guest';

/** Read off the name that we gave them in the room: `user-…`, `visitor-…` and `guest-…`, `invitee-…`. */
export function roleOf(identity: string): CallRole {
  if (identity.startsWith('user-')) return 'agent';
  return identity.startsWith('invitee-') ? 'guest' : 'customer';
}

/** The name of a guest in the room: each link is for one of them. */
export const newGuest = (): string => `invitee-${randomUUID()}`;
