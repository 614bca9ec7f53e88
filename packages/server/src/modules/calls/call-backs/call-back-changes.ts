import type { TicketEvent } from '@trunkline/contract';
import type { Tx } from '#platform/db';
import { AppError } from '#platform/errors';
import type { Platform } from '#platform/platform';
import { SYSTEM, type Author, type Tickets } from '#modules/tickets';
import * as store from './call-back-store.ts';
import type { CallBackChange, CallBackRow } from './call-back-store.ts';
import type { LockedCallBack } from './call-back-locks.ts';
import type { CallLifecycle } from '../lifecycle/call-lifecycle.ts';

type Deps = Pick<Platform, 'clock' | 'notices'> & { calls: Pick<CallLifecycle, 'end'>; tickets: Tickets };
type Line = { event: TicketEvent; author: Author };
const AUTHOR_KIND = { customer: 'customer', user: 'agent', system: 'system' } as const;

/** Every change of a call-back writes its line on the ticket and tells the screens. The caller has locked it. */
export function createCallBackChanges({ clock, notices, calls, tickets }: Deps): CallBackChanges {
  /** Changes a locked call-back, writes its line on the time line, and tells the screens that show it. */
  async function change(tx: Tx, row: CallBackRow, fields: CallBackChange, line?: Line): Promise<CallBackRow> {
    const after = await store.updateCallBack(tx.q, row.id, fields);
    if (line) await tickets.timeline.appendEvent(tx, row.ticket_id, line);
    await emitCallBack(tx, after);
    return after;
  }

  async function emitCallBack(tx: Tx, row: CallBackRow): Promise<void> {
    const ticket = await tickets.read(tx.q, row.ticket_id);
    const shown = store.toCallBack(row, ticket?.customer_name ?? '');
    tx.emit('call-back-changed', shown, [`ticket:${row.ticket_id}`]);
    tx.afterCommit(() => notices.send('call-back', { visitor_id: row.visitor_id }));
  }

  return {
    change,
    emitCallBack,

    async cancel(tx, { row, call }, author) {
      if (row.state !== 'waiting' && row.state !== 'ringing') {
        throw new AppError('conflict', { reason: 'call_back_over' });
      }
      const by = AUTHOR_KIND[author.type];
      const after = await change(
        tx,
        row,
        {
          state: 'cancelled',
          next_at: null,
          ended_at: clock.now(),
          reason: author === SYSTEM ? 'called_again' : null,
        },
        { event: { type: 'call_back_cancelled', call_back_id: row.id, by }, author },
      );
      if (row.state === 'ringing' && call) {
        await calls.end(tx, call, by === 'customer' ? 'abandoned' : 'hung_up', author);
      }
      return after;
    },

    async settle(tx, row) {
      if (row.state !== 'calling' || row.user_id === null) return;
      const event = { type: 'call_back_done', call_back_id: row.id, user_id: row.user_id } as const;
      await change(
        tx,
        row,
        { state: 'done', reason: null, ended_at: clock.now() },
        { event, author: SYSTEM },
      );
    },
  };
}

/** Changes call-backs, their tickets' time lines and the screens that show them. Call everything with the call-back locked. */
export type CallBackChanges = {
  /** @param line what is written on the time line */
  change(tx: Tx, row: CallBackRow, fields: CallBackChange, line?: Line): Promise<CallBackRow>;
  /** Tells the screens that show it. */
  emitCallBack(tx: Tx, row: CallBackRow): Promise<void>;
  /** Cancels it and stops what rings for it. @throws AppError `conflict`: it is too late for that */
  cancel(tx: Tx, locked: LockedCallBack, author: Author): Promise<CallBackRow>;
  /** The customer has joined or accepted: the call-back is done. Changes nothing unless it was ringing at the customer. */
  settle(tx: Tx, row: CallBackRow): Promise<void>;
};
