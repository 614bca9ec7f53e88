import type { ConversationRow } from './store.ts';

/** Whether it is in the queue or offered to an agent; what a responder holds is neither. Pure. */
export const waitsForAgent = ({
  status,
  held_by: heldBy,
}: Pick<ConversationRow, 'status' | 'held_by'>): boolean =>
  (status === 'waiting' || status === 'offered') && heldBy === null;
