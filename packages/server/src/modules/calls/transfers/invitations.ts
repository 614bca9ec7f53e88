import { RING_TIMEOUT_MS, type CallInvitation, type InvitationOutcome } from '@trunkline/contract';
import type { Viewer } from '#platform/access';
import type { Tx } from '#platform/db';
import { AppError, found } from '#platform/errors';
import type { Platform } from '#platform/platform';
import type { Agents } from '#modules/agents';
import type { Auth } from '#modules/auth';
import type { Conversations } from '#modules/conversations';
import { byUser, SYSTEM, type Author } from '#modules/tickets';
import type { InvitationRequest } from '../lifecycle/call-desk.ts';
import type { CallOnTicket } from '../lifecycle/call-on-ticket.ts';
import type { Participants } from './participants.ts';
import { hasRoomForAnother, notRungReasonOf } from './move-policy.ts';
import * as moves from './move-store.ts';
import type { InvitationRow } from './move-store.ts';
import type { Ringing } from '../lifecycle/ringing.ts';
import * as store from '../lifecycle/call-store.ts';
import type { CallRow } from '../lifecycle/call-store.ts';

type Deps = Pick<Platform, 'db' | 'clock' | 'jobs'> & {
  auth: Auth;
  agents: Agents;
  conversations: Conversations;
  onTicket: CallOnTicket;
  ringing: Ringing;
  participants: Participants;
};

/** Colleagues who are rung for a call that is going on. */
export type CallInvitations = {
  /** Rings for `RING_TIMEOUT_MS`. @throws AppError `conflict`: the colleague is not free; `room_full`: no place is left */
  ask(viewer: Viewer, callId: number, wish: InvitationRequest): Promise<CallInvitation>;
  cancel(viewer: Viewer, id: number): Promise<void>;
  /** Ends one, with the call locked; false where it has ended already. */
  close(
    tx: Tx,
    call: CallRow,
    row: InvitationRow,
    how: { outcome: InvitationOutcome; author?: Author },
  ): Promise<boolean>;
  /** Ends those that nobody has picked up in time. */
  endMissed(): Promise<void>;
  /** Ends those of a user who has closed the page that rings, so that those who asked need not wait. */
  endFor(userId: number): Promise<void>;
  /** The call is over, or has another owner: ends all that ring for it. */
  endAll(tx: Tx, call: CallRow): Promise<void>;
};

export function createInvitations({
  db,
  clock,
  jobs,
  auth,
  agents,
  conversations,
  onTicket,
  ringing,
  participants,
}: Deps): CallInvitations {
  /** Refuses colleagues who may not or cannot be rung. No other call is offered to them until the transaction ends. */
  async function demandFree(tx: Tx, call: CallRow, userId: number): Promise<void> {
    const colleague = (await agents.listPresent(tx.q)).find(({ id }) => id === userId);
    const there = (await moves.listAgents(tx.q, call.id)).map(({ user_id: id }) => id);
    const occupied = await moves.listBusyUsers(tx.q, [userId]);
    const why = colleague ? notRungReasonOf(colleague, there, occupied) : 'offline';
    if (why) throw new AppError('conflict', { reason: 'colleague_not_free', not_rung: why });
    const count = {
      agents: there.length,
      customers: await store.countCustomers(tx.q, call.id),
      ringing: (await moves.listRinging(tx.q, call.id)).length,
    };
    if (!hasRoomForAnother(count)) throw new AppError('room_full');
  }

  async function begin(
    tx: Tx,
    call: CallRow,
    viewer: Viewer,
    wish: InvitationRequest,
  ): Promise<InvitationRow> {
    await demandFree(tx, call, wish.user_id);
    const now = clock.now();
    const expires = new Date(now.getTime() + RING_TIMEOUT_MS);
    const row = await moves.insertInvitation(tx.q, {
      ...wish,
      call_id: call.id,
      invited_by: viewer.id,
      created_at: now,
      expires_at: expires,
    });
    if (!row) throw new AppError('conflict', { reason: 'colleague_not_free', not_rung: 'ringing' });
    const { purpose, note, user_id } = row;
    const reason = { room_name: call.room_name, reason: purpose, by: viewer.fullname, note };
    await ringing.ring(tx, call, user_id, reason);
    await agents.restartIdle(tx.q, user_id);
    const event = { type: 'call_invited', call_id: call.id, user_id, purpose } as const;
    await onTicket.event(tx, call, event, byUser(viewer));
    await onTicket.note(tx, call, viewer, wish);
    await tx.enqueue('rooms:end-invitations', {}, { runAt: expires });
    await participants.emitParticipants(tx, call);
    return row;
  }

  /** Ends one invitation; false when it had ended before. Call with the call locked. */
  async function close(
    tx: Tx,
    call: CallRow,
    row: InvitationRow,
    { outcome, author = SYSTEM }: { outcome: InvitationOutcome; author?: Author },
  ): Promise<boolean> {
    const ended = await moves.endInvitation(tx.q, row.id, outcome, clock.now());
    if (!ended) return false;
    const { id: invitation_id, call_id, user_id, purpose } = ended;
    if (outcome !== 'accepted') await ringing.hangUp(tx, call, user_id);
    if (outcome === 'missed' || outcome === 'cancelled') {
      const event = { type: 'call_invitation_ended', call_id, user_id, outcome } as const;
      await onTicket.event(tx, call, event, author);
    }
    if (outcome === 'missed') await setIdle(tx, user_id);
    const { fullname: name } = await auth.user(user_id);
    const news = { call_id, invitation_id, user_id, name, purpose, outcome };
    tx.emit('call-invitation-ended', news, [`user:${ended.invited_by}`]);
    return true;
  }

  /** Section 4: a colleague who missed a ring is in wrap-up, if they are there. */
  async function setIdle(tx: Tx, userId: number): Promise<void> {
    const isPresent = (await agents.listPresent(tx.q)).some(({ id }) => id === userId);
    if (isPresent) await agents.missCall(tx, userId);
  }

  const miss = (row: InvitationRow): Promise<void> =>
    db.transaction(async (tx) => {
      const call = await onTicket.lock(tx, { id: row.call_id });
      if (call && (await close(tx, call, row, { outcome: 'missed' })))
        await participants.emitParticipants(tx, call);
    });

  /** Ends those that have rung too long. A crash loses nothing: the job is stored, and one runs every minute as well. */
  async function endMissed(): Promise<void> {
    for (const row of await moves.listExpired(db.q, clock.now())) await miss(row);
  }
  jobs.define('rooms:end-invitations', endMissed);

  return {
    close,
    endMissed,

    async endFor(userId) {
      const row = await moves.findRinging(db.q, userId);
      if (row) await miss(row);
    },

    ask: (viewer, callId, wish) =>
      db.transaction(async (tx) => {
        await conversations.pause(tx);
        const call = await participants.demand(tx.q, await onTicket.lock(tx, { id: callId }), viewer);
        const known = await moves.findInvitation(tx.q, { call_id: call.id, client_key: wish.client_key });
        return participants.toInvitation(known ?? (await begin(tx, call, viewer, wish)));
      }),

    cancel: (viewer, id) =>
      db.transaction(async (tx) => {
        const row = found(await moves.findInvitation(tx.q, { id }));
        const call = await participants.demand(tx.q, await onTicket.lock(tx, { id: row.call_id }), viewer);
        const author = byUser(viewer);
        if (await close(tx, call, row, { outcome: 'cancelled', author }))
          return participants.emitParticipants(tx, call);
        const now = await moves.findInvitation(tx.q, { id });
        if (now?.state === 'accepted') {
          throw new AppError('conflict', { reason: 'invitation_accepted' });
        }
      }),

    async endAll(tx, call) {
      for (const row of await moves.listRinging(tx.q, call.id))
        await close(tx, call, row, { outcome: 'over' });
    },
  };
}
