import type { Tx } from '#platform/db';
import type { Platform } from '#platform/platform';
import type { Agents } from '#modules/agents';
import type { Conversations } from '#modules/conversations';
import type { Author } from '#modules/tickets';
import type { CallEnd } from './call-lifecycle.ts';
import type { CallOnTicket } from './call-on-ticket.ts';
import type { CallView } from './call-view.ts';
import type { CarrierOf } from './carrier.ts';
import type { CallListener } from './call-listener.ts';
import type { Participants } from '../transfers/participants.ts';
import type { CallInvitations } from '../transfers/invitations.ts';
import { nextOwner } from '../transfers/move-policy.ts';
import * as moves from '../transfers/move-store.ts';
import type { Ringing } from './ringing.ts';
import * as store from './call-store.ts';
import type { CallRow } from './call-store.ts';

type Deps = Pick<Platform, 'db' | 'clock' | 'jobs'> & {
  agents: Agents;
  conversations: Conversations;
  onTicket: CallOnTicket;
  ringing: Ringing;
  invitations: CallInvitations;
  participants: Participants;
  view: CallView;
  carrier: CarrierOf;
  listeners: readonly CallListener[];
};
/** How long a page has to leave by itself; only then is it removed, because it would show that it was removed. */
const LEAVES_WITHIN_MS = 5000;

type LeftUser = { room: string; call_id: number; user_id: number };

/** How our people leave a call, and how it ends for everybody. Call with the call locked. */
export type CallLeaving = {
  end(tx: Tx, call: CallRow, reason: CallEnd, author: Author): Promise<void>;
  /**
   * One agent leaves. The call goes on with the others; if it was theirs, whoever has been in it longest becomes its owner. It
   * ends with the last one.
   */
  leave(tx: Tx, call: CallRow, userId: number, how: { reason: CallEnd; author: Author }): Promise<void>;
  /** All of our people leave: the call waits for another agent. */
  releaseAll(tx: Tx, call: CallRow): Promise<void>;
};

export function createCallLeaving({
  db,
  clock,
  jobs,
  agents,
  conversations,
  onTicket,
  ringing,
  invitations,
  participants,
  view,
  carrier,
  listeners,
}: Deps): CallLeaving {
  /** Removes an agent from a call: they are in wrap-up (section 4, “activity 17”), and their screens close the call. */
  async function release(tx: Tx, call: CallRow, userId: number): Promise<void> {
    await moves.markAgentLeft(tx.q, call.id, userId, clock.now());
    for (const follower of listeners) await follower.onAgentLeft?.(tx, call, userId);
    await ringing.hangUp(tx, call, userId);
    const conversation = await conversations.find(call.conversation_id);
    await agents.endRoomCall(tx, userId, conversation?.department_id);
    const gone: LeftUser = { room: call.room_name, call_id: call.id, user_id: userId };
    await tx.enqueue('rooms:eject', gone, { runAt: new Date(clock.now().getTime() + LEAVES_WITHIN_MS) });
  }

  /** Removes somebody whose page did not leave by itself. If they were invited again meanwhile they stay. */
  async function eject({ call_id: callId, user_id: userId }: LeftUser): Promise<void> {
    if (await moves.findAgent(db.q, callId, userId)) return;
    const call = await store.findCall(db.q, { id: callId });
    if (call) await carrier().eject(call, userId);
  }
  jobs.define('rooms:eject', eject);

  /** Closes the room on the platform where it was opened, whatever the settings say by now. */
  async function close({ room }: { room: string }): Promise<void> {
    const call = await store.findCall(db.q, { room_name: room });
    if (call) await carrier().close(call);
  }
  jobs.define('rooms:close', close);

  /** Ends a call for everybody, once, and tells its ticket, its people and its room. */
  async function end(tx: Tx, call: CallRow, reason: CallEnd, author: Author): Promise<void> {
    if (call.state === 'ended') return;
    const now = clock.now();
    const change = { state: 'ended', ended_at: now, end_reason: reason, held_at: null } as const;
    const ended = await store.updateCall(tx.q, call.id, change);
    await store.markPersonLeft(tx.q, call.id, null, now);
    const seconds =
      call.answered_at === null ? null : Math.round((now.getTime() - Date.parse(call.answered_at)) / 1000);
    // The ring by which an agent picks up a call-back by telephone gets no line of its own on the time line.
    const wasRing = call.direction === 'outbound' && reason === 'call_back';
    const event = wasRing ? null : ({ type: 'call_ended', call_id: call.id, seconds, reason } as const);
    const conversation = await conversations.find(call.conversation_id);
    if (conversation) await conversations.end(tx, conversation, author, event);
    await invitations.endAll(tx, ended);
    if (call.state === 'ringing' && call.user_id !== null) await ringing.hangUp(tx, ended, call.user_id);
    for (const { user_id: id } of await moves.listAgents(tx.q, call.id)) await release(tx, ended, id);
    for (const follower of listeners) await follower.onEnded(tx, ended);
    await view.emitCall(tx, ended);
    await tx.enqueue('rooms:close', { room: call.room_name });
  }

  return {
    end,

    async leave(tx, call, userId, { reason, author }) {
      const successor = nextOwner(await moves.listAgents(tx.q, call.id), userId);
      if (successor === null) return end(tx, call, reason, author);
      await release(tx, call, userId);
      await onTicket.event(tx, call, { type: 'call_left', call_id: call.id, user_id: userId }, author);
      const after = call.user_id === userId ? await onTicket.giveTo(tx, call, successor, author) : call;
      await view.emitCall(tx, after);
      await participants.emitParticipants(tx, after);
    },

    async releaseAll(tx, call) {
      await invitations.endAll(tx, call);
      for (const { user_id: id } of await moves.listAgents(tx.q, call.id)) await release(tx, call, id);
    },
  };
}
