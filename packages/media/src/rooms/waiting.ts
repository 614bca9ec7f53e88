import type { Identity } from './participant.ts';

type Rights = Pick<Identity, 'attributes' | 'permission'>;

/**
 * Whether somebody waits in the lobby: our server says so, or that they are in, in an attribute that only it writes. Of
 * whom it says neither, whoever may neither send nor get anything is taken for one. They learn of nobody in the room, and
 * hear nothing of what is said there. Who is on hold may do nothing either, but is in.
 */
export function isWaiting({ attributes, permission }: Rights): boolean {
  const access = attributes['access'];
  if (access === 'lobby' || access === 'full') return access === 'lobby';
  return hasNoRight(permission);
}

/** Whether what is written in the room is for them: neither in the lobby nor on hold, where nothing passes. */
export const mayRead = (rights: Rights): boolean => !isWaiting(rights) && !hasNoRight(rights.permission);

const hasNoRight = ({ canPublish, canSubscribe, canPublishData }: Identity['permission']): boolean =>
  !(canPublish || canSubscribe || canPublishData);
