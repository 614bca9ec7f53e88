import { getTicket, type Ticket } from '@trunkline/contract';
import { useEffect, useEffectEvent } from 'react';
import { errorCode } from '#shared/api/api-error.ts';
import { call } from '#shared/api/call.ts';
import { queryClient } from '#shared/api/query-client.ts';
import { realtime } from '#shared/api/realtime.ts';
import { forgetTicket, ticketKeys } from './api.ts';

const listeners = new Set<(id: number, isOwn: boolean) => void>();
const ownMoves = new Set<number>();

async function isOutOfSight(id: number): Promise<boolean> {
  try {
    await call(getTicket, { params: { id } });
    return false;
  } catch (error) {
    return errorCode(error) === 'not_found';
  }
}

/** Closes pages of a ticket that the user can no longer see. */
function closeTicket(id: number, isOwn: boolean): void {
  for (const listener of listeners) listener(id, isOwn);
  forgetTicket(id);
}

/** Runs a change that may end the user's access to the ticket. Returns its result and whether it did. */
export async function runAndCheckAccess<T>(
  id: number,
  change: () => Promise<T>,
): Promise<{ done: T; isGone: boolean }> {
  ownMoves.add(id);
  try {
    const done = await change();
    return { done, isGone: await isOutOfSight(id) };
  } finally {
    ownMoves.delete(id);
  }
}

export const closeLostTicket = (id: number): void => closeTicket(id, true);

// A ticket that left a list may still be visible, to its assignee for example.
realtime.on('ticket-removed', ({ id }) => {
  if (ownMoves.has(id) || queryClient.getQueryData(ticketKeys.one(id)) === undefined) return;
  void isOutOfSight(id).then((isGone) => isGone && !ownMoves.has(id) && closeTicket(id, false));
});

/** Called when access to the open ticket is lost; `isOwn` where one's own change caused it, which was already announced. */
export function useLostAccess(openId: number | undefined, onGone: (isOwn: boolean) => void): void {
  const gone = useEffectEvent((id: number, isOwn: boolean) => {
    if (id === openId) onGone(isOwn);
  });
  useEffect(() => {
    const listener = (id: number, isOwn: boolean) => gone(id, isOwn);
    listeners.add(listener);
    return () => void listeners.delete(listener);
  }, []);
}

/** The ticket at the position of one that left the list, or the last one. Pure. */
export function ticketAfter(
  rows: readonly Pick<Ticket, 'id'>[],
  leftId: number,
  stood: number,
): number | undefined {
  const others = rows.filter(({ id }) => id !== leftId);
  return others[Math.min(Math.max(stood, 0), others.length - 1)]?.id;
}
