/**
 * The role of somebody in a call. Guests and supervisors count on neither side: the call goes on without them, and ends when the
 * others leave.
 */
export type CallRole = 'agent' | 'customer' | 'guest' | 'supervisor';

/**
 * Reads the role from the identity that we gave them in the room: `user-…`, `visitor-…`, `guest-…`, `invitee-…`, `supervisor-…`;
 * and `phone-…`, the identity of a telephone in recordings.
 */
export function roleOf(identity: string): CallRole {
  if (identity.startsWith('user-')) return 'agent';
  if (identity.startsWith('supervisor-')) return 'supervisor';
  return /^(?:invitee|phone)-/.test(identity) ? 'guest' : 'customer';
}
