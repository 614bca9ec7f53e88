/** Whether one is silent in the room, and at the telephone. */
export type Silence = { room: boolean; phone: boolean };

export const SPEAKS: Silence = { room: false, phone: false };

/**
 * Somebody in a room and at a telephone at once has one mouth: which of the two has to follow, where one was silenced, or is no longer.
 * Null where they agree, or the other is on its way. Pure.
 */
export function toFollow(before: Silence, now: Silence): keyof Silence | null {
  if (now.room === now.phone) return null;
  if (now.room !== before.room) return 'phone';
  return now.phone === before.phone ? null : 'room';
}
