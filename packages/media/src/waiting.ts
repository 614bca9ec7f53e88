import type { Identity } from './participant.ts';

/**
 * Whether somebody stands at the door: our server says so in an attribute that only it writes. Whoever may neither send
 * nor get anything is taken for one as well. They learn of nobody in the room, and hear nothing of what is said there.
 */
export function isWaiting({ attributes, permission }: Pick<Identity, 'attributes' | 'permission'>): boolean {
  const { canPublish, canSubscribe, canPublishData } = permission;
  return attributes['access'] === 'lobby' || !(canPublish || canSubscribe || canPublishData);
}
