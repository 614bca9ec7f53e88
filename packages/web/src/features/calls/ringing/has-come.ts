import type { CallParticipants } from '@trunkline/contract';

type Look = {
  /** The call when the dialog was opened. */
  before: CallParticipants | undefined;
  inside: CallParticipants | undefined;
  /** Who was picked in it, if anybody. */
  asked: number | undefined;
  /** Nothing was typed or picked in it yet. */
  isUntouched: boolean;
};

/**
 * Whether the dialog for adding somebody has done what it was opened for: whoever was picked rings or is here, also where
 * the answer to that got lost on the way; or those who rang already have come, and nobody else is being asked.
 */
export function hasCome({ before, inside, asked, isUntouched }: Look): boolean {
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
