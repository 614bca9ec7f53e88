/** Whether the agent is muted in the room, and on the telephone. */
export type MutedState = { room: boolean; phone: boolean };

export const NOT_MUTED: MutedState = { room: false, phone: false };

/**
 * Returns which of the two must copy the other's new mute state, because an agent in a room and on the telephone speaks
 * to both with one microphone. Null where they agree already, or the other change is still on its way. Pure.
 */
export function sideToMatch(before: MutedState, now: MutedState): keyof MutedState | null {
  if (now.room === now.phone) return null;
  if (now.room !== before.room) return 'phone';
  return now.phone === before.phone ? null : 'room';
}
