import { Activity, type CallKind, type Ticket } from '@trunkline/contract';
import type { Viewer } from '#platform/access';
import type { Tx } from '#platform/db';
import { AppError } from '#platform/errors';
import type { Platform } from '#platform/platform';
import type { Agents } from '#modules/agents';
import type { Conversations } from '#modules/conversations';
import { byUser, type Tickets } from '#modules/tickets';
import type { Recordings } from '../recordings/recordings.ts';
import { insertAgent, listBusyUsers } from '../transfers/move-store.ts';
import * as store from './call-store.ts';
import type { CallRow } from './call-store.ts';
import type { CallView } from './call-view.ts';
import type { CarrierOf } from './carrier.ts';

type Deps = Pick<Platform, 'clock'> & {
  agents: Agents;
  tickets: Tickets;
  conversations: Conversations;
  recordings: Pick<Recordings, 'answered'>;
  view: CallView;
  carrier: CarrierOf;
};

/** A call to be opened; `open` adds the media and the platform that carry it. */
export type CallToOpen = Omit<store.NewCall, 'media_id' | 'platform'> & { kind: CallKind };

/** A call that an agent starts on a ticket. */
export type CallStart = {
  ticket: Ticket;
  kind: CallKind;
  room: string;
  clientKey: string;
  accountId: number;
  /** The visitor whose call it is, if we know their browser. */
  visitorId: number | null;
};

/** How calls start: on a conversation that has just begun to wait, or with their agent in them. */
export function createCallStart(deps: Deps) {
  const { clock, agents, tickets, conversations, recordings, view, carrier } = deps;

  async function open(tx: Tx, call: CallToOpen): Promise<CallRow> {
    const now = clock.now();
    const row = await store.insertCall(tx.q, { ...call, ...(await carrier().startsOn(call.kind)) }, now);
    if (row.state === 'connected' && row.user_id !== null) await insertAgent(tx.q, row.id, row.user_id, now);
    await view.emitCall(tx, row);
    return row;
  }

  /** Starts a call with its agent in it, on a conversation of its own. */
  async function begin(tx: Tx, viewer: Viewer, beginning: CallStart): Promise<CallRow> {
    const { ticket, kind, room, clientKey, accountId, visitorId } = beginning;
    // An agent in a telephone call may start a room call: they may bring the telephone call into it.
    if ((await listBusyUsers(tx.q, [viewer.id], { isInRoom: true })).size > 0) {
      throw new AppError('in_a_call');
    }
    const conversation = await conversations.attach(tx, ticket, {
      accountId,
      media_id: (await carrier().startsOn(kind)).media_id,
      address: room,
      agent_id: viewer.id,
    });
    const row = await open(tx, {
      kind,
      direction: 'outbound',
      state: 'connected',
      room_name: room,
      conversation_id: conversation.id,
      ticket_id: ticket.id,
      customer_id: ticket.customer_id,
      user_id: viewer.id,
      visitor_id: visitorId,
      client_key: clientKey,
    });
    await agents.change(tx, viewer.id, { activity: Activity.inRoomCall, cause: 'call' });
    const event = { type: 'call_started', call_id: row.id, kind } as const;
    await tickets.timeline.appendEvent(tx, ticket.id, { event, author: byUser(viewer) });
    await recordings.answered(tx, row.id);
    return row;
  }

  return { open, begin };
}
