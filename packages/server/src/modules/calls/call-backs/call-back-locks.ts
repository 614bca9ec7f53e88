import type { Ticket } from '@trunkline/contract';
import type { Viewer } from '#platform/access';
import type { Tx } from '#platform/db';
import { found } from '#platform/errors';
import type { Tickets } from '#modules/tickets';
import * as store from './call-back-store.ts';
import type { CallBackRow } from './call-back-store.ts';
import type { CallLifecycle } from '../lifecycle/call-lifecycle.ts';
import type { CallRow } from '../lifecycle/call-store.ts';

type Deps = { calls: Pick<CallLifecycle, 'find' | 'lock'>; tickets: Tickets };

/** Locks call-backs in the order that all code keeps. */
export type CallBackLocks = {
  /**
   * Locks ticket, conversation, call and call-back, in the order that all code keeps. Every change of a call-back holds its
   * ticket's lock, so what is read under that lock is current. @throws AppError `not_found` where it does not exist or this
   * viewer may not see it
   */
  lock(tx: Tx, id: number, viewer?: Viewer): Promise<LockedCallBack>;
  /** The call-back that a call is for, locked; the call is locked already. */
  lockOfCall(tx: Tx, callId: number): Promise<CallBackRow | undefined>;
};

/** A call-back with the ticket and call that its changes touch, all of them locked. */
export type LockedCallBack = { ticket: Ticket; call: CallRow | undefined; row: CallBackRow };

/** Locks call-backs so that a crash, two processes or two people at once change each of them only once. */
export function createCallBackLocks({ calls, tickets }: Deps): CallBackLocks {
  return {
    async lock(tx, id, viewer) {
      const seen = found(await store.findCallBack(tx.q, { id }));
      const ticket = viewer
        ? await tickets.lockVisible(tx, viewer, seen.ticket_id)
        : found(await tickets.lock(tx, seen.ticket_id));
      const { call_id: callId } = found(await store.findCallBack(tx.q, { id }));
      const known = callId === null ? undefined : await calls.find(tx.q, { id: callId });
      const call = known && (await calls.lock(tx, { room_name: known.room_name }));
      return { ticket, call, row: await store.lockCallBack(tx.q, id) };
    },

    async lockOfCall(tx, callId) {
      const seen = await store.findCallBack(tx.q, { call_id: callId });
      return seen && store.lockCallBack(tx.q, seen.id);
    },
  };
}
