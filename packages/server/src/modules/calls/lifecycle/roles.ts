/** On which side somebody in a call is. A guest is neither: the call goes on without them, and ends with the others. */
export type CallRole = 'agent' | 'customer' | 'guest';

/**
 * Read off the name that we gave them in the room: `user-…`, `visitor-…` and `guest-…`, `invitee-…`; and `phone-…`, as recordings name a
 * telephone that somebody has brought in.
 */
export function roleOf(identity: string): CallRole {
  if (identity.startsWith('user-')) return 'agent';
  return /^(?:invitee|phone)-/.test(identity) ? 'guest' : 'customer';
}
