import type { JoinCredentials, RoomCall } from '@trunkline/contract';
import type { Viewer } from '#platform/access';
import type { Query, Tx } from '#platform/db';
import type { Platform } from '#platform/platform';
import { canSee, type Tickets } from '#modules/tickets';
import { findAgent } from '../transfers/move-store.ts';
import type { Recordings } from '../recordings/recordings.ts';
import type { CallRow } from './call-store.ts';
import type { CarrierOf } from './carrier.ts';

type Deps = Pick<Platform, 'clock' | 'notices'> & {
  tickets: Tickets;
  recordings: Recordings;
  carrier: CarrierOf;
};

/** A call as clients get it: on its ticket, and for those who join it. */
export type CallView = {
  toCall(q: Query, call: CallRow): Promise<RoomCall>;
  /** Tells the screens that show the ticket, and the customer's widget. */
  emitCall(tx: Tx, call: CallRow): Promise<void>;
  /** What one of our people needs to join the call: address and token. */
  joinCredentialsOf(q: Query, call: CallRow, viewer: Viewer): Promise<JoinCredentials>;
};

export function createCallView({ clock, notices, tickets, recordings, carrier }: Deps): CallView {
  async function toCall(q: Query, call: CallRow): Promise<RoomCall> {
    const ticket = await tickets.read(q, call.ticket_id);
    const {
      id,
      room_name,
      ticket_id,
      media_id,
      kind,
      direction,
      user_id,
      started_at,
      answered_at,
      ended_at,
    } = call;
    return {
      id,
      room_name,
      ticket_id,
      media_id,
      kind,
      direction,
      state: shownCallState(call),
      customer_name: ticket?.customer_name ?? '',
      user_id,
      started_at,
      answered_at,
      ended_at,
      end_reason: call.end_reason,
      rating: call.rating,
    };
  }

  async function emitCall(tx: Tx, call: CallRow): Promise<void> {
    tx.emit('call-changed', await toCall(tx.q, call), [`ticket:${call.ticket_id}`]);
    tx.afterCommit(() => {
      notices.send('room-call', { conversation_id: call.conversation_id });
      notices.send('calls-changed', null);
    });
  }

  async function joinCredentialsOf(q: Query, call: CallRow, viewer: Viewer): Promise<JoinCredentials> {
    const { id: call_id, room_name, ticket_id, media_id, kind, platform } = call;
    const recording = await recordings.policyOf(call);
    const since = (await findAgent(q, call.id, viewer.id))?.since;
    const ticket = await tickets.read(q, ticket_id);
    return {
      call_id,
      room_name,
      ticket_id,
      media_id,
      kind,
      ...carrier().joinCredentialsOf(call, viewer),
      platform,
      recording,
      is_recording: recording === 'always' && !call.recording_paused,
      may_see_ticket: ticket !== undefined && canSee(viewer, ticket),
      pickup_time: since === undefined ? clock.now().getTime() : Date.parse(since),
    };
  }

  return { toCall, emitCall, joinCredentialsOf };
}

/** The states `queue` and `ivr` of telephone calls are shown as `waiting`. */
export const shownCallState = ({ state }: Pick<CallRow, 'state'>): RoomCall['state'] =>
  state === 'queue' || state === 'ivr' ? 'waiting' : state;
