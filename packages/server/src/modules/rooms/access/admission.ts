import { randomUUID } from 'node:crypto';
import { roleOf } from '#modules/calls';

/** A new identity in the room: each link is for one guest. */
export const newGuestIdentity = (): string => `invitee-${randomUUID()}`;

type TokenBearer = {
  identity: string;
  /** The attributes of their token, or of the participant: among them whether they wait in the lobby. */
  attributes: Readonly<Record<string, string>>;
  /** The last decision of an owner of the call about them. */
  ruling: 'admitted' | 'removed' | undefined;
};

/**
 * Whether somebody may be in the room with this token, which is valid for some minutes although decisions may follow it: a
 * removed participant must stay out, and a guest must stay in the lobby until they are admitted.
 */
export function isStillAdmitted({ identity, attributes, ruling }: TokenBearer): boolean {
  if (ruling === 'removed') return false;
  return roleOf(identity) !== 'guest' || ruling === 'admitted' || attributes['access'] === 'lobby';
}
