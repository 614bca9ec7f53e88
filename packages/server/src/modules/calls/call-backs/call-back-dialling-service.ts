import { randomUUID } from 'node:crypto';
import type { DialOutcome } from '@trunkline/contract';
import type { Viewer } from '#platform/access';
import type { Tx } from '#platform/db';
import { AppError } from '#platform/errors';
import type { Platform } from '#platform/platform';
import { byUser, SYSTEM } from '#modules/tickets';
import type { CallBackChanges } from './call-back-changes.ts';
import type { CallBackLocks } from './call-back-locks.ts';
import type { CallBackRinging } from './call-back-ringing-service.ts';
import { nextCallTime, nextRingTime } from './call-back-state.ts';
import * as store from './call-back-store.ts';
import type { CallBackRow } from './call-back-store.ts';
import type { PhoneDials } from './phone-dials.ts';
import type { CallLifecycle } from '../lifecycle/call-lifecycle.ts';

type Deps = Pick<Platform, 'db' | 'clock' | 'jobs' | 'log'> & {
  calls: Pick<CallLifecycle, 'end' | 'follow'>;
  changes: CallBackChanges;
  locks: CallBackLocks;
  ringing: CallBackRinging;
};

/**
 * Call-backs by telephone: the agent who picks up is rung on their own phone first, and then the customer's number is called.
 */
export type CallBackDialling = {
  /** Starts the telephone call of whoever picked up. Call with the ticket and the call-back locked. */
  dial(tx: Tx, row: CallBackRow, viewer: Viewer): Promise<void>;
  /** The account of the gateway that calls for this department. @throws AppError `no_gateway` */
  accountFor(departmentId: number): Promise<number>;
  registerDials(one: PhoneDials): void;
};

/** Outcomes at the customer's end: only these count as an attempt to call them. */
const AT_CUSTOMER: readonly (DialOutcome | null)[] = ['busy', 'declined', 'no_answer', 'wrong_number'];

export function createCallBackDialling(deps: Deps): CallBackDialling {
  const { db, clock, jobs, log, calls, ringing } = deps;
  const { change, settle } = deps.changes;
  const { lock, lockOfCall } = deps.locks;

  let phones: PhoneDials | undefined;
  function dials(): PhoneDials {
    if (!phones) throw new AppError('no_gateway');
    return phones;
  }

  async function dial(tx: Tx, row: CallBackRow, viewer: Viewer): Promise<void> {
    const { call_id, ask } = await dials().begin(tx, viewer, {
      // No repeated request reuses this key: the lock of the call-back makes sure that it is dialled once.
      client_key: randomUUID(),
      number: row.phone,
      ticket_id: row.ticket_id,
    });
    const { id: user_id } = viewer;
    const attempts = row.state === 'ringing' ? row.attempts : row.attempts + 1;
    await change(tx, row, { state: 'calling', attempts, call_id, user_id, next_at: null, ended_at: null });
    tx.afterCommit(() => {
      ask().catch((error: unknown) =>
        log.error({ err: error, callBack: row.id }, 'a call-back was not dialled'),
      );
    });
  }

  calls.follow({
    async onTaken(tx, call, viewer) {
      const row = call.direction === 'outbound' ? await lockOfCall(tx, call.id) : undefined;
      if (!row?.is_telephone || row.state !== 'ringing') return undefined;
      // Sets the call-back to another state first, or ending the ring would count as missed.
      await dial(tx, row, viewer);
      await calls.end(tx, call, 'call_back', byUser(viewer));
      return { message: 'Your phone rings' };
    },
    onAnswered: () => Promise.resolve(),
    onEnded: () => Promise.resolve(),
    onArrived: () => Promise.resolve(),
  });

  /** Nobody talked: schedules the next call, or gives up and says so on the ticket. */
  async function missed(tx: Tx, row: CallBackRow, outcome: DialOutcome | null): Promise<void> {
    const now = clock.now();
    const wasCalled = AT_CUSTOMER.includes(outcome);
    const calls = row.calls + (wasCalled ? 1 : 0);
    const again = wasCalled
      ? nextCallTime(calls, now)
      : nextRingTime({ dueAt: row.due_at, attempts: row.attempts }, now);
    const next = outcome === 'wrong_number' ? null : again;
    const reason = wasCalled ? 'not_reached' : 'nobody';
    const state = next ? 'waiting' : 'missed';
    const next_at = next?.toISOString() ?? null;
    const event = { type: 'call_back_missed', call_back_id: row.id, reason, next_at } as const;
    await change(
      tx,
      row,
      { state, reason, calls, next_at: next, ended_at: next ? null : now },
      { event, author: SYSTEM },
    );
    if (next) await ringing.wakeAt(tx, row.id, next);
  }

  /** Updates the call-back from the state of its telephone call. May be called at any time and twice. */
  async function applyDial({ call_id: callId }: { call_id: number }): Promise<void> {
    const seen = await store.findCallBack(db.q, { call_id: callId });
    if (!seen?.is_telephone) return;
    await db.transaction(async (tx) => {
      const { row } = await lock(tx, seen.id);
      const dialled = await dials().find(callId);
      if (row.state !== 'calling' || row.call_id !== callId || !dialled) return;
      if (dialled.state === 'answered' || dialled.outcome === 'answered') return settle(tx, row);
      if (dialled.state === 'ended') await missed(tx, row, dialled.outcome);
    });
  }
  jobs.define('call-backs:dialled', applyDial);

  return {
    dial,
    accountFor: (departmentId) => dials().accountFor(departmentId),
    registerDials(one) {
      phones = one;
      one.onChange((tx, callId) => tx.enqueue('call-backs:dialled', { call_id: callId }));
    },
  };
}
