import type { CALL_ENDS, DialOutcome, DialState } from '@trunkline/contract';
import type { Tx } from '#platform/db';
import type { Platform } from '#platform/platform';
import type { Conversations } from '#modules/conversations';
import { SYSTEM, type Tickets } from '#modules/tickets';
import * as calls from '../records/call-store.ts';
import * as store from './dial-store.ts';
import type { DialRow } from './dial-store.ts';

export type DialDeps = Pick<Platform, 'db' | 'clock' | 'notices'> & {
  tickets: Tickets;
  conversations: Conversations;
};
type End = (typeof CALL_ENDS)[number];

/** Changes calls that were asked for, with all that shows them. Everything is called inside a transaction. */
export function createDialChanges({ clock, notices, tickets, conversations }: DialDeps) {
  /** Ticket, conversation, call, and then this: the order that everything keeps. */
  async function lock(tx: Tx, by: { call_id: number } | { name: string }): Promise<DialRow | undefined> {
    const seen = await store.findDial(tx.q, by);
    if (!seen) return undefined;
    if (seen.ticket_id !== null) await tickets.lock(tx, seen.ticket_id);
    if (seen.conversation_id !== null) await conversations.lock(tx, seen.conversation_id);
    await calls.lockCall(tx.q, seen.call_id);
    return store.lockDial(tx.q, { call_id: seen.call_id });
  }

  const followers: ((tx: Tx, callId: number) => Promise<void>)[] = [];

  async function change(
    tx: Tx,
    dial: DialRow,
    next: { state: DialState; outcome: DialOutcome | null; reason?: number },
  ): Promise<void> {
    await store.updateDial(tx.q, dial.call_id, next);
    tx.emit('phone-dial-changed', store.toDial({ ...dial, ...next }), [`user:${dial.user_id}`]);
    for (const follow of followers) await follow(tx, dial.call_id);
  }

  /** It has ended without the other side: also where no phone has rung, of which the gateway tells nothing. */
  async function endRecord(tx: Tx, dial: DialRow, outcome: DialOutcome): Promise<void> {
    const reason = endReasonOf(outcome);
    await calls.endCall(tx.q, dial.call_id, clock.now(), reason);
    const conversation =
      dial.conversation_id === null ? undefined : await conversations.lock(tx, dial.conversation_id);
    const event = { type: 'call_ended', call_id: dial.call_id, seconds: null, reason } as const;
    if (conversation) await conversations.end(tx, conversation, SYSTEM, event);
    tx.afterCommit(() => notices.send('calls-changed', null));
  }

  return {
    lock,
    change,
    endRecord,
    onChange: (follower: (typeof followers)[number]): void => void followers.push(follower),
  };
}

/** How its record ends, in the words of all calls. */
export function endReasonOf(outcome: DialOutcome): End {
  if (outcome === 'answered') return 'hung_up';
  if (outcome === 'busy' || outcome === 'declined') return 'declined';
  return outcome === 'no_answer' || outcome === 'you_hung_up' ? 'unanswered' : 'failed';
}
