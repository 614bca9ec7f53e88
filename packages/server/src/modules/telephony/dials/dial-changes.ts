import type { CALL_ENDS, DialOutcome, DialState } from '@trunkline/contract';
import type { Tx } from '#platform/db';
import type { Platform } from '#platform/platform';
import type { CallRecords, PhoneDials } from '#modules/calls';
import * as store from './dial-store.ts';
import type { DialRow } from './dial-store.ts';

export type DialDeps = Pick<Platform, 'db' | 'clock' | 'notices'> & {
  records: CallRecords;
};
type End = (typeof CALL_ENDS)[number];

/** Changes of calls that were asked for. Each is called in a transaction. */
export type DialChanges = {
  /** Locks the record and the call. Returns undefined where there is none. */
  lock(tx: Tx, by: { call_id: number } | { name: string }): Promise<DialRow | undefined>;
  /** Stores what has changed, informs the screens of the user who dialled, and calls the listeners. */
  change(
    tx: Tx,
    dial: DialRow,
    next: { state: DialState; outcome: DialOutcome | null; reason?: number },
  ): Promise<void>;
  /** Ends the record of a call that has ended without the other side. */
  endRecord(tx: Tx, dial: DialRow, outcome: DialOutcome): Promise<void>;
  /** Adds a listener, which is called in the transaction of each change. */
  onChange: PhoneDials['onChange'];
};

/** Changes calls that were asked for, with all that shows them. Everything is called inside a transaction. */
export function createDialChanges({ clock, notices, records }: DialDeps): DialChanges {
  /** Locks in the order that all code keeps: ticket, conversation, call, then this record. */
  async function lock(tx: Tx, by: { call_id: number } | { name: string }): Promise<DialRow | undefined> {
    const seen = await store.findDial(tx.q, by);
    if (!seen) return undefined;
    await records.lock(tx, seen.call_id);
    return store.lockDial(tx.q, { call_id: seen.call_id });
  }

  const followers: Parameters<PhoneDials['onChange']>[0][] = [];

  async function change(
    tx: Tx,
    dial: DialRow,
    next: { state: DialState; outcome: DialOutcome | null; reason?: number },
  ): Promise<void> {
    await store.updateDial(tx.q, dial.call_id, next);
    tx.emit('phone-dial-changed', store.toDial({ ...dial, ...next }), [`user:${dial.user_id}`]);
    for (const follow of followers) await follow(tx, dial.call_id);
  }

  /**
   * Ends the record of a call that did not reach the other side, also where no phone rang, of which the gateway reports
   * nothing.
   */
  async function endRecord(tx: Tx, dial: DialRow, outcome: DialOutcome): Promise<void> {
    const reason = endReasonOfDial(outcome);
    const change = { state: 'ended', ended_at: clock.now(), end_reason: reason } as const;
    const call = await records.update(tx.q, dial.call_id, change);
    await records.ended(tx, call, { seconds: null, reason });
    tx.afterCommit(() => notices.send('calls-changed', null));
  }

  return {
    lock,
    change,
    endRecord,
    onChange: (follower) => void followers.push(follower),
  };
}

/** The end of its record, in the terms of all calls. */
export function endReasonOfDial(outcome: DialOutcome): End {
  if (outcome === 'answered') return 'hung_up';
  if (outcome === 'busy' || outcome === 'declined') return 'declined';
  return outcome === 'no_answer' || outcome === 'you_hung_up' ? 'unanswered' : 'failed';
}
