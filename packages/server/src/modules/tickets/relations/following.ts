import type { Tx } from '#platform/db';
import * as store from './follower-store.ts';

type Follower = { ticketId: number; userId: number };

const emitFollowing = (tx: Tx, { ticketId, userId }: Follower, follows: boolean): void =>
  tx.emit('ticket-followed', { ticket_id: ticketId, follows }, [`user:${userId}`]);

/** Adds a follower and tells their lists. False where they followed it already. */
export async function startFollowing(tx: Tx, follower: Follower, now: Date): Promise<boolean> {
  const isNew = await store.add(tx.q, follower.ticketId, follower.userId, now);
  if (isNew) emitFollowing(tx, follower, true);
  return isNew;
}

/** Removes a follower. False where they did not follow it. */
export async function stopFollowing(tx: Tx, follower: Follower): Promise<boolean> {
  const did = await store.remove(tx.q, follower.ticketId, follower.userId);
  if (did) emitFollowing(tx, follower, false);
  return did;
}

/** Copies the followers of one ticket to another. Returns the new ones. */
export async function copyFollowers(tx: Tx, from: number, into: number, now: Date): Promise<number[]> {
  const added = await store.copy(tx.q, from, into, now);
  for (const userId of added) emitFollowing(tx, { ticketId: into, userId }, true);
  return added;
}
