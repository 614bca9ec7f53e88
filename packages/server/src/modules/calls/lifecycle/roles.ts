/**
 * The role of somebody in a call. A guest counts on neither side: the call goes on without them, and ends when the others
 * leave.
 */
export type CallRole = 'agent' | 'customer' | 'guest';

/**
 * Reads the role from the identity that we gave them in the room: `user-…`, `visitor-…`, `guest-…`, `invitee-…`; and `phone-…`,
 * the identity of a telephone in recordings.
 */
export function roleOf(identity: string): CallRole {
  if (identity.startsWith('user-')) return 'agent';
  return /^(?:invitee|phone)-/.test(identity) ? 'guest' : 'customer';
}
