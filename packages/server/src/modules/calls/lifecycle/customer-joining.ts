import type { Platform } from '#platform/platform';
import type { CallOnTicket } from './call-on-ticket.ts';
import type { CallListener } from './call-listener.ts';

type Deps = Pick<Platform, 'db'> & { onTicket: CallOnTicket; listeners: readonly CallListener[] };

/** A customer has joined a call that one of our people is in: it becomes connected. May be called at any time and twice. */
export const createCustomerJoining =
  ({ db, onTicket, listeners }: Deps) =>
  (room: string): Promise<void> =>
    db.transaction(async (tx) => {
      const call = await onTicket.lock(tx, { room_name: room });
      if (call?.state !== 'connected') return;
      await onTicket.answered(tx, call);
      for (const follower of listeners) await follower.onArrived(tx, call);
    });
