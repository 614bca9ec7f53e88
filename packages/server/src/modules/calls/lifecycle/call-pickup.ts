import { Activity, type BodyOf, type pickUpRoomCall, type ResponseOf } from '@trunkline/contract';
import type { Viewer } from '#platform/access';
import type { Tx } from '#platform/db';
import { AppError } from '#platform/errors';
import type { Platform } from '#platform/platform';
import type { Agents } from '#modules/agents';
import type { Conversations } from '#modules/conversations';
import { byUser } from '#modules/tickets';
import type { CallOnTicket } from './call-on-ticket.ts';
import type { CallView } from './call-view.ts';
import type { CarrierOf } from './carrier.ts';
import type { CallListener } from './call-listener.ts';
import type { Participants } from '../transfers/participants.ts';
import type { CallInvitations } from '../transfers/invitations.ts';
import type { CallLeaving } from './call-leaving.ts';
import * as moves from '../transfers/move-store.ts';
import type { InvitationRow } from '../transfers/move-store.ts';
import type { Recordings } from '../recordings/recordings.ts';
import * as store from './call-store.ts';
import type { CallRow } from './call-store.ts';

type Deps = Pick<Platform, 'db' | 'clock'> & {
  agents: Agents;
  conversations: Conversations;
  recordings: Recordings;
  onTicket: CallOnTicket;
  participants: Participants;
  invitations: CallInvitations;
  leaving: CallLeaving;
  view: CallView;
  carrier: CarrierOf;
  listeners: readonly CallListener[];
};
type PickedUp = ResponseOf<typeof pickUpRoomCall>;

/** What happens when an agent presses Pickup: for a customer who calls, or for a colleague who invites them. */
export function createCallPickup({
  db,
  clock,
  agents,
  conversations,
  recordings,
  onTicket,
  participants,
  invitations,
  leaving,
  view,
  carrier,
  listeners,
}: Deps) {
  async function comeIn(tx: Tx, call: CallRow, viewer: Viewer): Promise<void> {
    await moves.insertAgent(tx.q, call.id, viewer.id, clock.now());
    await carrier().readmit(tx, call, viewer.id);
    await agents.change(tx, viewer.id, { activity: Activity.inRoomCall, cause: 'call' });
    for (const follower of listeners) await follower.onAgentCame?.(tx, call, viewer.id);
  }

  async function answer(tx: Tx, seen: CallRow, viewer: Viewer): Promise<PickedUp> {
    await conversations.acceptIn(tx, viewer, seen.conversation_id);
    for (const follower of listeners) {
      const taken = await follower.onTaken?.(tx, seen, viewer);
      if (taken) return { success: true, ...taken };
    }
    const call = await store.updateCall(tx.q, seen.id, {
      state: 'connected',
      user_id: viewer.id,
      // A call that was transferred to a department has been answered before, and keeps that time.
      answered_at: seen.answered_at === null ? clock.now() : new Date(seen.answered_at),
    });
    await comeIn(tx, call, viewer);
    const event = { type: 'call_answered', call_id: call.id, user_id: viewer.id } as const;
    await onTicket.event(tx, call, event, byUser(viewer));
    // The customer of a call-back joins later: see `arrived` in customer-joining.ts.
    if (call.direction === 'inbound') await onTicket.answered(tx, call, byUser(viewer));
    await recordings.answered(tx, call.id);
    for (const follower of listeners) await follower.onAnswered(tx, call, viewer);
    await view.emitCall(tx, call);
    return { success: true, message: 'Answered', data: await view.joinCredentialsOf(tx.q, call, viewer) };
  }

  async function join(tx: Tx, invitation: InvitationRow, viewer: Viewer): Promise<PickedUp> {
    const locked = await onTicket.lock(tx, { id: invitation.call_id });
    const isLate = Date.parse(invitation.expires_at) <= clock.now().getTime();
    if (!locked || isLate || !(await invitations.close(tx, locked, invitation, { outcome: 'accepted' }))) {
      return refused('This call no longer rings for you');
    }
    await comeIn(tx, locked, viewer);
    const event = { type: 'call_joined', call_id: locked.id, user_id: viewer.id } as const;
    await onTicket.event(tx, locked, event, byUser(viewer));
    const call = invitation.purpose === 'transfer' ? await takeOver(tx, locked, invitation, viewer) : locked;
    await view.emitCall(tx, call);
    await participants.emitParticipants(tx, call);
    return { success: true, message: 'Answered', data: await view.joinCredentialsOf(tx.q, call, viewer) };
  }

  /** Makes whoever picked up the owner of the call; the first agent stays for a while, or leaves. */
  async function takeOver(
    tx: Tx,
    call: CallRow,
    { invited_by: inviter, stays }: InvitationRow,
    viewer: Viewer,
  ): Promise<CallRow> {
    const author = byUser(viewer);
    const after = await onTicket.giveTo(tx, call, viewer.id, author);
    const event = { type: 'call_transferred', call_id: call.id, user_id: viewer.id } as const;
    await onTicket.event(tx, after, { ...event, department_id: null }, author);
    const isThere = !stays && (await moves.findAgent(tx.q, call.id, inviter));
    if (isThere) await leaving.leave(tx, after, inviter, { reason: 'hung_up', author });
    return after;
  }

  return {
    async pickUp(viewer: Viewer, body: BodyOf<typeof pickUpRoomCall>): Promise<PickedUp> {
      try {
        return await db.transaction(async (tx): Promise<PickedUp> => {
          const seen = await store.findCall(tx.q, { room_name: body.room_name });
          const isThere = seen && (await onTicket.isOn(tx, seen, Number(body.ticket_id)));
          if (!isThere) return refused('This call does not exist');
          const invitation = await moves.findRinging(tx.q, viewer.id, seen.id);
          if (invitation) return join(tx, invitation, viewer);
          const why = unavailable(seen, viewer);
          return why ? refused(why) : answer(tx, seen, viewer);
        });
      } catch (error) {
        // Another agent picked up, or the caller hung up, before we had the lock.
        if (error instanceof AppError && error.code === 'offer_gone')
          return refused('This call no longer rings for you');
        throw error;
      }
    },
  };
}

function refused(message: string): PickedUp {
  return { success: false, message };
}

/** Why this user cannot pick up the call; undefined when they can. */
function unavailable(call: CallRow, viewer: Viewer): string | undefined {
  if (call.state === 'ended') return 'Meeting has ended';
  if (call.state === 'connected') return 'This call has already been answered';
  if (call.user_id !== viewer.id) return 'This call no longer rings for you';
  return undefined;
}
