import type { BodyOf, CallInvitation, GuestCallState, transferCall } from '@trunkline/contract';
import type { Viewer } from '#platform/access';
import { AppError } from '#platform/errors';
import type { Platform } from '#platform/platform';
import type { Conversations } from '#modules/conversations';
import type { Settings } from '#modules/settings';
import { byUser, type Tickets } from '#modules/tickets';
import type { CallOnTicket } from '../lifecycle/call-on-ticket.ts';
import { shownCallState, type CallView } from '../lifecycle/call-view.ts';
import type { Participants } from './participants.ts';
import type { CallInvitations } from './invitations.ts';
import type { CallLeaving } from '../lifecycle/call-leaving.ts';
import * as moves from './move-store.ts';
import type { Recordings } from '../recordings/recordings.ts';
import * as store from '../lifecycle/call-store.ts';
import type { CallRow } from '../lifecycle/call-store.ts';

type Deps = Pick<Platform, 'db'> & {
  settings: Settings;
  tickets: Tickets;
  conversations: Conversations;
  onTicket: CallOnTicket;
  participants: Participants;
  invitations: CallInvitations;
  leaving: CallLeaving;
  view: CallView;
  recordings: Pick<Recordings, 'outsideOf'>;
};
type TransferRequest = BodyOf<typeof transferCall>;

/** Transfers of a call to a colleague, or to a department. */
export function createTransfers({
  db,
  settings,
  tickets,
  conversations,
  onTicket,
  participants,
  invitations,
  leaving,
  view,
  recordings,
}: Deps) {
  async function toDepartment(viewer: Viewer, callId: number, wish: TransferRequest): Promise<void> {
    const departmentId = wish.department_id ?? 0;
    await db.transaction(async (tx) => {
      const call = await participants.demand(tx.q, await onTicket.lock(tx, { id: callId }), viewer);
      const department = await settings.findDepartment(tx.q, departmentId);
      if (!department?.is_active) {
        throw new AppError('invalid_reference', [{ path: 'department_id', message: 'Unknown department' }]);
      }
      const conversation = await conversations.find(call.conversation_id);
      const ticket = await tickets.lock(tx, call.ticket_id);
      if (!conversation || !ticket) throw new AppError('not_found');
      await leaving.releaseAll(tx, call);
      const after = await store.updateCall(tx.q, call.id, {
        state: 'queue',
        user_id: null,
        held_at: null,
        moved_to: departmentId,
        moved_by: viewer.id,
        moved_note: wish.note.trim(),
      });
      const author = byUser(viewer);
      const event = { type: 'call_transferred', call_id: call.id, user_id: null } as const;
      await onTicket.event(tx, after, { ...event, department_id: departmentId }, author);
      await onTicket.note(tx, after, viewer, wish);
      await tickets.change(tx, ticket, { department_id: departmentId, assignee_id: null }, author);
      await conversations.requeue(tx, conversation, { departmentId, passedOver: [viewer.id] });
      await tx.enqueue('rooms:hold', { call_id: call.id });
      await view.emitCall(tx, after);
    });
  }

  /** Transfers the call to a colleague who is in it already, without ringing; false if they are not. */
  async function toInsider(
    viewer: Viewer,
    callId: number,
    userId: number,
    wish: TransferRequest,
  ): Promise<boolean> {
    return db.transaction(async (tx) => {
      const call = await participants.demand(tx.q, await onTicket.lock(tx, { id: callId }), viewer);
      if (userId === viewer.id || !(await moves.findAgent(tx.q, call.id, userId))) return false;
      const author = byUser(viewer);
      // The button was pressed twice, or the call was theirs all along.
      const after = call.user_id === userId ? call : await onTicket.giveTo(tx, call, userId, author);
      if (call.user_id !== userId) {
        const event = { type: 'call_transferred', call_id: call.id, user_id: userId } as const;
        await onTicket.event(tx, after, { ...event, department_id: null }, author);
      }
      await onTicket.note(tx, after, viewer, wish);
      if (!wish.stays) await leaving.leave(tx, after, viewer.id, { reason: 'hung_up', author });
      await view.emitCall(tx, after);
      await participants.emitParticipants(tx, after);
      return true;
    });
  }

  /** The position of a call in the queue and the expected wait; neither while it rings, because its turn has come. */
  async function placeOf(call: CallRow): Promise<Pick<GuestCallState, 'position' | 'expected_wait'>> {
    const conversation = call.state === 'queue' ? await conversations.find(call.conversation_id) : undefined;
    return conversations.waitOf(conversation);
  }

  return {
    async transfer(viewer: Viewer, callId: number, wish: TransferRequest): Promise<CallInvitation | null> {
      if (wish.user_id === undefined) return toDepartment(viewer, callId, wish).then(() => null);
      const { user_id, client_key, note, stays } = wish;
      if (await toInsider(viewer, callId, user_id, wish)) return null;
      return invitations.ask(viewer, callId, { user_id, client_key, note, stays, purpose: 'transfer' });
    },

    /** What the customer of a call waits for. */
    async waitOf(call: CallRow): Promise<GuestCallState> {
      const state = shownCallState(call);
      const isMoved = call.moved_to !== null && (state === 'waiting' || state === 'ringing');
      const department = isMoved ? await settings.findDepartment(db.q, call.moved_to ?? 0) : undefined;
      return {
        state,
        held_since: call.held_at,
        recording: await recordings.outsideOf(call),
        moved_to: department?.name ?? null,
        ...(await placeOf(call)),
      };
    },
  };
}
