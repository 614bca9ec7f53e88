import { randomUUID } from 'node:crypto';
import {
  Activity,
  Media,
  type BodyOf,
  type CALL_ENDS,
  type CallKind,
  type CallSeat,
  type getOwnCall,
  type listTicketCalls,
  type MediaId,
  type pickUpRoomCall,
  type ResponseOf,
  type RoomCall,
} from '@trunkline/contract';
import type { Viewer } from '#platform/access';
import type { Query, Tx } from '#platform/db';
import { AppError } from '#platform/errors';
import type { Platform } from '#platform/platform';
import type { Agents } from '#modules/agents';
import type { Auth } from '#modules/auth';
import type { Conversations } from '#modules/conversations';
import type { Settings } from '#modules/settings';
import { byUser, type Author, type Tickets } from '#modules/tickets';
import { toRoomCall } from './call-view.ts';
import { createEngineEvents } from './engine-events.ts';
import { createEntry } from './entry.ts';
import type { MediaEngine } from './media-engine.ts';
import type { Recordings } from './recordings-service.ts';
import { registerRinging } from './ringing.ts';
import * as store from './store.ts';
import type { CallRow } from './store.ts';
import { createRoomTokens } from './tokens.ts';

export type Rooms = ReturnType<typeof createRooms>;
export type EndReason = (typeof CALL_ENDS)[number];
type Deps = Platform & {
  settings: Settings;
  auth: Auth;
  agents: Agents;
  tickets: Tickets;
  conversations: Conversations;
  engine: MediaEngine;
  recordings: Recordings;
};
/** What else follows from a call, in the same transaction. */
export type CallFollower = {
  answered: (tx: Tx, call: CallRow, viewer: Viewer) => Promise<void>;
  ended: (tx: Tx, call: CallRow) => Promise<void>;
  /** A customer has come into the room. The call is locked, and its ticket. */
  arrived: (tx: Tx, call: CallRow) => Promise<void>;
};
type PickedUp = ResponseOf<typeof pickUpRoomCall>;
type Ended = { success: boolean; message: string };

/** The media of a kind of call: 18 for voice; 17, the participant tiles, for video. */
export const MEDIA_OF: Record<CallKind, MediaId> = { voice: Media.roomVoice, video: Media.videoTiles };

/** Room calls: the state of every call, and what its people may do. The media are the engine's business. */
export function createRooms(deps: Deps) {
  const { db, clock, jobs, log, notices, secrets, publicUrl } = deps;
  const { agents, tickets, conversations, engine, recordings } = deps;
  const tokens = createRoomTokens(secrets);
  const followers: CallFollower[] = [];
  const ringing = registerRinging({ ...deps, tell });
  recordings.onChange((id) =>
    db.transaction(async (tx) => {
      const call = await store.findCall(tx.q, { id });
      if (call) await tell(tx, call);
    }),
  );

  async function tell(tx: Tx, call: CallRow): Promise<void> {
    tx.emit('call-changed', await toCall(tx.q, call), [`ticket:${call.ticket_id}`]);
    tx.afterCommit(() => notices.send('room-call', { conversation_id: call.conversation_id }));
  }

  async function toCall(q: Query, call: CallRow): Promise<RoomCall> {
    return toRoomCall(call, (await tickets.read(q, call.ticket_id))?.customer_name ?? '');
  }

  function seatOf(call: CallRow, viewer: Pick<Viewer, 'id' | 'fullname'>): CallSeat {
    const now = clock.now();
    const { id: call_id, room_name, ticket_id, media_id, kind } = call;
    const place = { room: room_name, identity: `user-${viewer.id}`, name: viewer.fullname };
    return {
      call_id,
      room_name,
      ticket_id,
      media_id,
      kind,
      url: roomUrl(room_name),
      token: tokens.write({ ...place, userId: viewer.id, isOwner: true, kind }, now),
      platform: 'embedded',
      recording: recordings.policy,
      is_recording: recordings.policy === 'always' && !call.recording_paused,
      pickup_time: call.answered_at === null ? now.getTime() : Date.parse(call.answered_at),
    };
  }

  const roomUrl = (room: string) => `${publicUrl()}/rooms/${room}`;

  /** Ends a call for everybody, once: what its ticket, its people and its room need to hear of it. */
  async function end(tx: Tx, call: CallRow, reason: EndReason, author: Author): Promise<void> {
    if (call.state === 'ended') return;
    const now = clock.now();
    const ended = await store.updateCall(tx.q, call.id, {
      state: 'ended',
      ended_at: now,
      end_reason: reason,
    });
    await store.markLeft(tx.q, call.id, null, now);
    const seconds =
      call.answered_at === null ? null : Math.round((now.getTime() - Date.parse(call.answered_at)) / 1000);
    const event = { type: 'call_ended', call_id: call.id, seconds, reason } as const;
    const conversation = await conversations.find(call.conversation_id);
    if (conversation) await conversations.end(tx, conversation, author, event);
    if (call.user_id !== null) await release(tx, ended, call.user_id);
    for (const follower of followers) await follower.ended(tx, ended);
    await tell(tx, ended);
    await tx.enqueue('rooms:close', { room: call.room_name });
  }

  /** Frees the agent of a call that has ended: section 4, "activity 17". */
  async function release(tx: Tx, call: CallRow, userId: number): Promise<void> {
    await ringing.hangUp(tx, call, userId);
    if (call.answered_at === null) return;
    await agents.change(tx, userId, { activity: Activity.idleAfterCall, cause: 'call ended' });
  }

  jobs.define('rooms:close', ({ room }: { room: string }) => engine.closeRoom(room));

  const engineEvents = createEngineEvents({ ...deps, end, lockWithTicket, arrived });
  const entry = createEntry({ ...deps, tokens });

  async function arrived(roomName: string): Promise<void> {
    await db.transaction(async (tx) => {
      const call = await lockWithTicket(tx, roomName);
      if (call?.state === 'connected') for (const follower of followers) await follower.arrived(tx, call);
    });
  }

  /** What was missed while reports were lost, or while nobody ran: calls whose people have all gone. */
  async function reconcile(): Promise<void> {
    if (!engineEvents.canTell()) return;
    for (const call of await store.listOn(db.q)) {
      await engineEvents
        .compare(call)
        .catch((error: unknown) => log.warn({ err: error, call: call.id }, 'a call could not be looked at'));
    }
  }
  jobs.define('rooms:reconcile', reconcile);
  jobs.schedule('rooms:reconcile', '* * * * *');

  return {
    ...engineEvents,
    ...entry,
    reconcile,
    end,
    tell,
    toCall,
    tokens,
    roomUrl,

    /** Opens a call on a conversation that has just begun to wait. */
    async open(
      tx: Tx,
      call: Omit<store.NewCall, 'media_id' | 'room_name'> & { room_name: string },
    ): Promise<CallRow> {
      const row = await store.insertCall(tx.q, { ...call, media_id: MEDIA_OF[call.kind] }, clock.now());
      await tell(tx, row);
      return row;
    },

    newRoomName: (): string => randomUUID(),
    demandLine: engine.demandLine,
    follow: (follower: CallFollower) => void followers.push(follower),

    async pickUp(viewer: Viewer, body: BodyOf<typeof pickUpRoomCall>): Promise<PickedUp> {
      try {
        return await db.transaction(async (tx): Promise<PickedUp> => {
          const seen = await store.findCall(tx.q, { room_name: body.room_name });
          if (!seen || seen.ticket_id !== Number(body.ticket_id)) return refused('This call does not exist');
          const why = unavailable(seen, viewer);
          if (why) return refused(why);
          await conversations.acceptIn(tx, viewer, seen.conversation_id);
          const call = await store.updateCall(tx.q, seen.id, {
            state: 'connected',
            user_id: viewer.id,
            answered_at: clock.now(),
          });
          await agents.change(tx, viewer.id, { activity: Activity.inRoomCall, cause: 'call' });
          await tickets.appendEvent(tx, call.ticket_id, {
            event: { type: 'call_answered', call_id: call.id, user_id: viewer.id },
            author: byUser(viewer),
          });
          await recordings.answered(tx, call.id);
          for (const follower of followers) await follower.answered(tx, call, viewer);
          await tell(tx, call);
          return { success: true, message: 'Answered', data: seatOf(call, viewer) };
        });
      } catch (error) {
        // Somebody was faster, or the caller gave up, between our look and the lock.
        if (error instanceof AppError && error.code === 'offer_gone')
          return refused('This call no longer rings for you');
        throw error;
      }
    },

    async hangUp(viewer: Viewer, roomName: string): Promise<Ended> {
      return db.transaction(async (tx) => {
        const call = await lockWithTicket(tx, roomName);
        if (!call) return { success: false, message: 'This call does not exist' };
        if (call.state === 'ended') return { success: false, message: 'Meeting has ended' };
        if (call.user_id !== viewer.id || call.state !== 'connected') {
          return { success: false, message: 'This is not your call' };
        }
        await end(tx, call, 'hung_up', byUser(viewer));
        return { success: true, message: 'Call ended successfully' };
      });
    },

    lockWithTicket,
    recordingPolicy: recordings.policy,
    seatOf,

    async ofTicket(viewer: Viewer, ticketId: number): Promise<ResponseOf<typeof listTicketCalls>['data']> {
      await tickets.get(viewer, ticketId);
      const calls = await store.listOfTicket(db.q, ticketId);
      const recorded = await recordings.ofCalls(calls.map(({ id }) => id));
      return Promise.all(
        calls.map(async (call) => ({
          ...(await toCall(db.q, call)),
          recordings: recorded.filter((each) => each.call_id === call.id),
        })),
      );
    },

    async own(viewer: Viewer): Promise<ResponseOf<typeof getOwnCall>> {
      const calls = await store.listOnOf(db.q, viewer.id);
      const rings = calls.find(({ state }) => state === 'ringing');
      const on = calls.find(({ state }) => state === 'connected');
      const offer = rings && (await conversations.find(rings.conversation_id));
      return {
        data: {
          ringing:
            rings && offer?.offer_expires_at
              ? {
                  ...(await ringing.dialOf(db.q, rings)),
                  kind: rings.kind,
                  expires_at: offer.offer_expires_at,
                }
              : null,
          joined: on
            ? {
                ...seatOf(on, viewer),
                caller: (await ringing.dialOf(db.q, on)).caller,
                customer_id: on.customer_id,
              }
            : null,
        },
      };
    },
  };

  /** Ticket, conversation, call: the order that everything which touches more than one of them keeps. */
  async function lockWithTicket(tx: Tx, roomName: string): Promise<CallRow | undefined> {
    const seen = await store.findCall(tx.q, { room_name: roomName });
    if (!seen) return undefined;
    await tickets.lock(tx, seen.ticket_id);
    await conversations.lock(tx, seen.conversation_id);
    return store.lockCall(tx.q, { id: seen.id });
  }
}

function refused(message: string): PickedUp {
  return { success: false, message };
}

/** Why a call cannot be picked up by this person; nothing when it can. */
function unavailable(call: CallRow, viewer: Viewer): string | undefined {
  if (call.state === 'ended') return 'Meeting has ended';
  if (call.state === 'connected') return 'This call has already been answered';
  if (call.user_id !== viewer.id) return 'This call no longer rings for you';
  return undefined;
}
