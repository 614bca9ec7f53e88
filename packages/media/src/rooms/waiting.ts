import type { ParticipantIdentity } from './participant.ts';

type Rights = Pick<ParticipantIdentity, 'attributes' | 'permission'>;

/**
 * Whether a participant waits in the lobby, by an attribute that only our server writes. Without the attribute, a participant who may
 * neither publish nor subscribe counts as waiting. Waiting participants see and hear nobody. A participant on hold has the same
 * permissions but is in the room.
 */
export function isWaiting({ attributes, permission }: Rights): boolean {
  const access = attributes['access'];
  if (access === 'lobby' || access === 'full') return access === 'lobby';
  return hasNoRight(permission);
}

/** Whether a participant receives messages of the room: not in the lobby and not on hold. */
export const mayRead = (rights: Rights): boolean => !isWaiting(rights) && !hasNoRight(rights.permission);

const hasNoRight = ({
  canPublish,
  canSubscribe,
  canPublishData,
}: ParticipantIdentity['permission']): boolean => !(canPublish || canSubscribe || canPublishData);
