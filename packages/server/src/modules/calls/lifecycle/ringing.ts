import {
  Activity,
  RING_TIMEOUT_MS,
  type ActivityId,
  type CallKind,
  type MediaId,
  type RingReason,
  type RoomDial,
} from '@trunkline/contract';
import type { Query, Tx } from '#platform/db';
import type { Platform } from '#platform/platform';
import type { Agents } from '#modules/agents';
import type { Auth } from '#modules/auth';
import type { Channel, ConversationRow } from '#modules/conversations';
import type { Tickets } from '#modules/tickets';
import { findCallBack } from '../call-backs/call-back-store.ts';
import { listBusyUsers } from '../transfers/move-store.ts';
import * as store from './call-store.ts';
import type { CallRow } from './call-store.ts';

type Deps = Pick<Platform, 'notices'> & {
  auth: Auth;
  agents: Agents;
  tickets: Tickets;
  emitCall: (tx: Tx, call: CallRow) => Promise<void>;
};

/** Activities in which calls of customers ring: only ready, so not in wrap-up, nor after a missed call. */
const TAKES_CALLS: readonly ActivityId[] = [Activity.ready];

/** The event by which each kind of call rings, and the one that stops it (section 7 of the specification). */
const DIAL = { voice: 'daily-dial', video: 'voip-dial' } as const satisfies Record<CallKind, string>;
const HANGUP = { voice: 'daily-hangup', video: 'voip-hangup' } as const satisfies Record<CallKind, string>;

/** Rings the agent that routing chose, and stops when the call goes to the next. */
export type Ringing = {
  /** What a screen gets for a call that rings. */
  dialOf(q: Query, call: CallRow): Promise<RoomDial>;
  /** Who transferred the call to the department and why; null for calls that no colleague transferred. */
  reasonOf(call: CallRow): Promise<RingReason | null>;
  /** Rings a user; the reason is sent first, so that it is there when the ring is shown. */
  ring(tx: Tx, call: CallRow, userId: number, reason: RingReason | null): Promise<void>;
  hangUp(tx: Tx, call: CallRow, userId: number): Promise<void>;
  /** The channel by which routing offers calls of these media to agents. */
  channelOf(mediaIds: readonly MediaId[]): Channel;
};

export function createRinging({ notices, auth, agents, tickets, emitCall }: Deps): Ringing {
  /** The user's own topic, and that of their extension if they have one: a call in the browser needs no telephone. */
  async function roomsOf(userId: number): Promise<string[]> {
    const { extension } = await auth.user(userId);
    return [`user:${userId}`, ...(extension === '' ? [] : [`extension:${extension}`])];
  }

  async function dialOf(q: Query, call: CallRow): Promise<RoomDial> {
    const ticket = await tickets.read(q, call.ticket_id);
    const callBack = call.direction === 'outbound' ? await findCallBack(q, { call_id: call.id }) : undefined;
    return {
      room_name: call.room_name,
      ticket_id: call.ticket_id,
      media_id: call.media_id,
      customer_id: call.customer_id,
      caller: ticket?.customer_name ?? '',
      // Outbound calls that ring at our own people are call-backs.
      ...(call.direction === 'outbound' && { is_call_back: true }),
      ...(callBack?.is_telephone && { is_telephone: true }),
    };
  }

  async function reasonOf(call: CallRow): Promise<RingReason | null> {
    if (call.moved_to === null || call.moved_by === null) return null;
    const by = (await auth.user(call.moved_by)).fullname;
    return { room_name: call.room_name, reason: 'department', by, note: call.moved_note };
  }

  async function ring(tx: Tx, call: CallRow, userId: number, reason: RingReason | null): Promise<void> {
    const rooms = await roomsOf(userId);
    if (reason) tx.emit('call-ring-reason', reason, rooms);
    tx.emit(DIAL[call.kind], await dialOf(tx.q, call), rooms);
  }

  async function hangUp(tx: Tx, call: CallRow, userId: number): Promise<void> {
    tx.emit(HANGUP[call.kind], { room_name: call.room_name }, await roomsOf(userId));
  }

  const channelOf = (mediaIds: readonly MediaId[]): Channel => ({
    mediaIds,
    // What an agent writes during a call goes onto the ticket only; the customer reads it when they chat again.
    deliver: () => Promise.resolve(),
    changed: (tx, { id }) => tx.afterCommit(() => notices.send('room-call', { conversation_id: id })),
    ring: {
      seconds: RING_TIMEOUT_MS / 1000,
      activities: TAKES_CALLS,
      busy: async (q, userIds) => new Set((await listBusyUsers(q, userIds)).keys()),

      async start(tx: Tx, conversation: ConversationRow, userId: number): Promise<void> {
        const call = await store.lockCall(tx.q, { conversation_id: conversation.id });
        if (!call || call.state === 'ended') return;
        const ringing = await store.updateCall(tx.q, call.id, { state: 'ringing', user_id: userId });
        await ring(tx, ringing, userId, await reasonOf(ringing));
        await emitCall(tx, ringing);
      },

      async stop(tx: Tx, conversation: ConversationRow, userId: number, reason): Promise<void> {
        const call = await store.lockCall(tx.q, { conversation_id: conversation.id });
        if (!call || call.state !== 'ringing' || reason === 'accepted') return;
        if (conversation.status === 'waiting') {
          await emitCall(tx, await store.updateCall(tx.q, call.id, { state: 'queue', user_id: null }));
        }
        await hangUp(tx, call, userId);
        // Section 4: an agent who missed a call is in wrap-up.
        if (reason === 'timeout') await agents.missCall(tx, userId);
      },
    },
  });

  return { dialOf, reasonOf, ring, hangUp, channelOf };
}
