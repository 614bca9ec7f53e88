import type { CallParticipants } from '@trunkline/contract';

type InviteState = {
  /** The participants when the dialog was opened. */
  before: CallParticipants | undefined;
  inside: CallParticipants | undefined;
  /** The user who was picked in the dialog, if any. */
  asked: number | undefined;
  /** Nothing was typed or picked in the dialog yet. */
  isUntouched: boolean;
};

/**
 * Whether the invite dialog can close: the user who was picked rings or has joined, even if the request's own answer
 * was lost; or nothing was picked and somebody invited earlier has joined.
 */
export function canCloseInvite({ before, inside, asked, isUntouched }: InviteState): boolean {
  if (!before || !inside) return false;
  const wasHere = new Set(before.agents.map(({ user_id: id }) => id));
  const came = inside.agents.map(({ user_id: id }) => id).filter((id) => !wasHere.has(id));
  if (asked !== undefined) {
    const wasRung = before.invitations.some(({ user_id: id }) => id === asked);
    const isRung = inside.invitations.some(({ user_id: id }) => id === asked);
    return came.includes(asked) || (isRung && !wasRung);
  }
  return isUntouched && came.length > 0;
}
