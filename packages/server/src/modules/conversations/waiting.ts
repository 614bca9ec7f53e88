import type { ConversationRow } from './store.ts';

/** Whether it is in the queue, or just offered to somebody: what a responder holds waits for nobody yet. Pure. */
export const waitsForPerson = ({
  status,
  held_by: heldBy,
}: Pick<ConversationRow, 'status' | 'held_by'>): boolean =>
  (status === 'waiting' || status === 'offered') && heldBy === null;
