import type { ParticipantIdentity } from './participant.ts';
import { isWaiting } from './waiting.ts';

type Rights = Pick<ParticipantIdentity, 'attributes' | 'permission'>;

/**
 * Whether somebody may know that this participant is there, and receive from them. Who is hidden may still be shown to the owners
 * of the room, by an attribute that only our server writes: as a supervisor who speaks to the agent alone.
 */
export function isShownTo(participant: Rights, other: Rights): boolean {
  if (isWaiting(other)) return false;
  if (!participant.permission.hidden) return true;
  return participant.attributes['shown_to'] === 'owners' && other.attributes['owner'] === 'yes';
}

/** Whether the others are told that somebody hides, before they are told that they have left: not so of supervisors. */
export const announcesHiding = ({ attributes }: Rights): boolean => attributes['escort'] === undefined;
