import { randomUUID } from 'node:crypto';

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

/** The name of a guest in the room: each link is for one of them. */
export const newGuest = (): string => `invitee-${randomUUID()}`;

type Shown = {
  identity: string;
  /** What stands on their token, or on them in the room: whether they wait at the door. */
  attributes: Readonly<Record<string, string>>;
  /** What an owner of the call decided about them last. */
  ruling: 'admitted' | 'removed' | undefined;
};

/**
 * Whether somebody may be in the room in the way they say. A media token is good for some minutes whatever has been
 * decided since it was given: who was put out is not in, and a guest is no further than the door until they are let in.
 */
export function holdsStill({ identity, attributes, ruling }: Shown): boolean {
  if (ruling === 'removed') return false;
  return roleOf(identity) !== 'guest' || ruling === 'admitted' || attributes['access'] === 'lobby';
}
