import { randomUUID } from 'node:crypto';
import { roleOf } from '#modules/calls';

/** The name of a guest in the room: each link is for one of them. */
export const newGuest = (): string => `invitee-${randomUUID()}`;

type Shown = {
  identity: string;
  /** What stands on their token, or on them in the room: whether they wait in the lobby. */
  attributes: Readonly<Record<string, string>>;
  /** What an owner of the call decided about them last. */
  ruling: 'admitted' | 'removed' | undefined;
};

/**
 * Whether somebody may be in the room in the way they say. A media token is good for some minutes whatever has been
 * decided since it was given: who was put out is not in, and a guest is no further than the lobby until they are let in.
 */
export function holdsStill({ identity, attributes, ruling }: Shown): boolean {
  if (ruling === 'removed') return false;
  return roleOf(identity) !== 'guest' || ruling === 'admitted' || attributes['access'] === 'lobby';
}
