import { randomUUID } from 'node:crypto';
import {
  Media,
  type CallKind,
  type getOwnCall,
  type listTicketCalls,
  type MediaId,
  type ResponseOf,
  type RingReason,
} from '@trunkline/contract';
import type { Viewer } from '#platform/access';
import type { Tx } from '#platform/db';
import type { Platform } from '#platform/platform';
import type { Agents } from '#modules/agents';
import { rowsOf, type Customers } from '#modules/customers';
import type { Auth } from '#modules/auth';
import type { Conversations } from '#modules/conversations';
import type { Settings } from '#modules/settings';
import { byUser, type Tickets } from '#modules/tickets';
import { createCallOnTicket } from './lifecycle/call-on-ticket.ts';
import { createCallView } from './lifecycle/call-view.ts';
import { createEngineEvents } from './media/engine-events.ts';
import { createEntry } from './access/entry.ts';
import type { CallFollower } from './lifecycle/follower.ts';
import { createHold } from './hold/hold.ts';
import { createInside } from './transfers/inside.ts';
import { createInvitations } from './transfers/invitations.ts';
import { createLeaving } from './lifecycle/leaving.ts';
import type { MediaEngine } from './media/media-engine.ts';
import * as moves from './transfers/move-store.ts';
import { followMerge } from './lifecycle/follow-merge.ts';
import { createPickingUp } from './lifecycle/picking-up.ts';
import { createRatings } from './lifecycle/ratings.ts';
import { createRecordingDoor } from './access/recording-door.ts';
import type { Recordings } from './recordings/recordings-service.ts';
import { registerRinging } from './lifecycle/ringing.ts';
import { roleOf } from './lifecycle/roles.ts';
import type { RoomHosts } from './platforms/room-host.ts';
import * as store from './lifecycle/call-store.ts';
import type { CallRow } from './lifecycle/call-store.ts';
import { createRoomTokens } from './access/tokens.ts';
import { createTransfers } from './transfers/transfers.ts';

export type Rooms = ReturnType<typeof createRooms>;
type Deps = Platform & {
  settings: Settings;
  auth: Auth;
  agents: Agents;
  customers: Pick<Customers, 'merging'>;
  tickets: Tickets;
  conversations: Conversations;
  engine: MediaEngine;
  hosts: RoomHosts;
  recordings: Recordings;
};
type Ended = { success: boolean; message: string };

/** Room calls: the state of every call, and what its people may do. The media are the engine's business. */
export function createRooms(deps: Deps) {
  const { db, clock, jobs, log, secrets, auth, tickets, conversations, hosts, recordings } = deps;
  deps.customers.merging.belongsTo(rowsOf('calls'));
  tickets.onMerge(followMerge);
  const tokens = createRoomTokens(secrets);
  const view = createCallView({ ...deps, tokens });
  const onTicket = createCallOnTicket(deps);
  const ringing = registerRinging({ ...deps, tell: view.tell });
  const inside = createInside(deps);
  const followers: CallFollower[] = [];
  const parts = { ...deps, view, onTicket, ringing, inside, followers };
  const invitations = createInvitations(parts);
  const leaving = createLeaving({ ...parts, invitations });
  const pickingUp = createPickingUp({ ...parts, invitations, leaving });
  const hold = createHold(parts);
  const transfers = createTransfers({ ...parts, invitations, leaving });
  const engineEvents = createEngineEvents({ ...parts, leaving });
  const entry = createEntry({ ...deps, tokens, entered: engineEvents.entered });
  const ratings = createRatings({ ...parts, tokens });
  const recordRoom = createRecordingDoor({ guestOf: entry.guestOf, recordings });

  recordings.onChange((id) =>
    db.transaction(async (tx) => {
      const call = await store.findCall(tx.q, { id });
      if (!call) return;
      await view.tell(tx, call);
      await inside.tell(tx, call);
    }),
  );

  /** Section 9: 18 for voice; for video 16, the embedded frame, or 17, the participant tiles. */
  function mediaOf(kind: CallKind): MediaId {
    if (kind === 'voice') return Media.roomVoice;
    return hosts.current === 'cloudflare' ? Media.videoCall : Media.videoTiles;
  }

  /** What was missed while reports were lost, or while nobody ran: calls whose people have all gone. */
  async function reconcile(): Promise<void> {
    await invitations.endMissed();
    if (!engineEvents.canTell()) return;
    for (const call of await store.listOn(db.q)) {
      await look(call).catch((error: unknown) =>
        log.warn({ err: error, call: call.id }, 'a call could not be looked at'),
      );
    }
  }
  jobs.define('rooms:reconcile', reconcile);
  jobs.schedule('rooms:reconcile', '* * * * *');

  async function look(call: CallRow): Promise<void> {
    await engineEvents.compare(call);
    if (call.held_at !== null) await hold.enforce(call.id);
  }

  /** Why somebody is rung by a colleague, if it is one who asks. */
  async function askedFor(call: CallRow, { invited_by, purpose, note }: moves.InvitationRow) {
    const by = (await auth.user(invited_by)).fullname;
    return { room_name: call.room_name, reason: purpose, by, note } satisfies RingReason;
  }

  async function ringingFor(viewer: Viewer): Promise<ResponseOf<typeof getOwnCall>['data']['ringing']> {
    const asked = await moves.findRinging(db.q, viewer.id);
    const call = asked
      ? await store.findCall(db.q, { id: asked.call_id })
      : await store.findRingingFor(db.q, viewer.id);
    if (!call) return null;
    const expires_at =
      asked?.expires_at ?? (await conversations.find(call.conversation_id))?.offer_expires_at;
    if (!expires_at) return null;
    const reason = asked ? await askedFor(call, asked) : await ringing.reasonOf(call);
    return { ...(await ringing.dialOf(db.q, call)), kind: call.kind, expires_at, reason };
  }

  return {
    ...engineEvents,
    ...entry,
    recordRoom,
    ...ratings,
    ...pickingUp,
    reconcile,
    end: leaving.end,
    tell: view.tell,
    tokens,
    roomUrl: view.roomUrl,
    seatOf: view.seatOf,
    lock: onTicket.lock,
    waitOf: transfers.waitOf,
    recordingPolicyOf: recordings.policyOf,
    inside: inside.ofCall,
    colleagues: inside.colleagues,
    ask: invitations.ask,
    cancel: invitations.cancel,
    endMissed: invitations.endMissed,
    endInvitationsFor: invitations.endFor,
    transfer: transfers.transfer,
    hold: hold.hold,

    /** Opens a call on a conversation that has just begun to wait, or on one that its agent has begun. */
    async open(tx: Tx, call: Omit<store.NewCall, 'media_id' | 'platform'>): Promise<CallRow> {
      const now = clock.now();
      const row = await store.insertCall(
        tx.q,
        { ...call, media_id: mediaOf(call.kind), platform: hosts.current },
        now,
      );
      if (row.state === 'connected' && row.user_id !== null)
        await moves.insertAgent(tx.q, row.id, row.user_id, now);
      await view.tell(tx, row);
      return row;
    },

    newRoomName: (): string => randomUUID(),
    mediaOf,
    newLine: hosts.of({ platform: hosts.current }).newLine,
    follow: (follower: CallFollower) => void followers.push(follower),

    /** Whoever hangs up leaves; with the last of our people the call is over for the customer as well. */
    async hangUp(viewer: Viewer, roomName: string): Promise<Ended> {
      return db.transaction(async (tx) => {
        const call = await onTicket.lock(tx, { room_name: roomName });
        if (!call) return { success: false, message: 'This call does not exist' };
        if (call.state === 'ended') return { success: false, message: 'Meeting has ended' };
        if (!(await moves.findAgent(tx.q, call.id, viewer.id))) {
          return { success: false, message: 'This is not your call' };
        }
        await leaving.leave(tx, call, viewer.id, { reason: 'hung_up', author: byUser(viewer) });
        return { success: true, message: 'Call ended successfully' };
      });
    },

    /** For who came by a link: how the call stands that their token is for. */
    async waitIn(room: string, token: string) {
      const { call, place } = await entry.guestOf(token, room);
      if (roleOf(place.identity) === 'customer') await engineEvents.seen(call);
      return transfers.waitOf(call);
    },

    async ofTicket(viewer: Viewer, ticketId: number): Promise<ResponseOf<typeof listTicketCalls>['data']> {
      await tickets.get(viewer, ticketId);
      const calls = await store.listOfTicket(db.q, ticketId);
      const recorded = await recordings.ofCalls(calls.map(({ id }) => id));
      return Promise.all(
        calls.map(async (call) => ({
          ...(await view.toCall(db.q, call)),
          recordings: recorded.filter((each) => each.call_id === call.id),
        })),
      );
    },

    async own(viewer: Viewer): Promise<ResponseOf<typeof getOwnCall>> {
      const on = await store.findJoinedBy(db.q, viewer.id);
      return {
        data: {
          ringing: await ringingFor(viewer),
          joined: on
            ? {
                ...(await view.seatOf(db.q, on, viewer)),
                caller: (await ringing.dialOf(db.q, on)).caller,
                customer_id: on.customer_id,
              }
            : null,
        },
      };
    },
  };
}
