import {
  Activity,
  type BodyOf,
  type CallKind,
  type Language,
  type startTicketCall,
  type ResponseOf,
  type Ticket,
} from '@trunkline/contract';
import type { Viewer } from '#platform/access';
import type { Tx } from '#platform/db';
import { AppError } from '#platform/errors';
import type { Platform } from '#platform/platform';
import type { Agents } from '#modules/agents';
import type { Conversations } from '#modules/conversations';
import type { Settings } from '#modules/settings';
import { byUser, type Tickets } from '#modules/tickets';
import { listOccupied } from '../transfers/move-store.ts';
import type { Recordings } from '../recordings/recordings-service.ts';
import type { Rooms } from '../service.ts';
import * as store from '../lifecycle/call-store.ts';

type Deps = Pick<Platform, 'db' | 'clock'> & {
  rooms: Rooms;
  agents: Agents;
  settings: Settings;
  tickets: Tickets;
  conversations: Conversations;
  recordings: Recordings;
};

type Beginning = {
  ticket: Ticket;
  kind: CallKind;
  room: string;
  clientKey: string;
  accountId: number;
  /** Whose call it is, where we know their browser. */
  visitorId: number | null;
};

export type OutgoingCalls = ReturnType<typeof createOutgoingCalls>;

const INVITATION: Record<Language, Record<CallKind, string>> = {
  en: {
    voice: 'Let us talk: open this link to join the call.',
    video: 'Let us meet: open this link to join the video call.',
  },
  id: {
    voice: 'Mari berbicara: buka tautan ini untuk bergabung.',
    video: 'Mari bertemu: buka tautan ini untuk panggilan video.',
  },
};

/** Calls that an agent begins, out of any conversation: the customer follows a link. */
export function createOutgoingCalls({
  db,
  clock,
  rooms,
  agents,
  settings,
  tickets,
  conversations,
  recordings,
}: Deps) {
  /** A call that its agent is in from the start, on a conversation of its own. */
  async function begin(
    tx: Tx,
    viewer: Viewer,
    { ticket, kind, room, clientKey, accountId, visitorId }: Beginning,
  ): Promise<store.CallRow> {
    // Whoever talks on the telephone may bring that into a room.
    if ((await listOccupied(tx.q, [viewer.id], { isInRoom: true })).size > 0) {
      throw new AppError('in_a_call');
    }
    const conversation = await conversations.attach(tx, ticket, {
      accountId,
      media_id: rooms.mediaOf(kind),
      address: room,
      agent_id: viewer.id,
    });
    const row = await rooms.open(tx, {
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
    await tickets.appendEvent(tx, ticket.id, { event, author: byUser(viewer) });
    await recordings.answered(tx, row.id);
    return row;
  }

  /** The address by which a customer comes in. */
  function linkTo({ id, room_name: room, kind }: store.CallRow, name: string): string {
    const place = { room, identity: `guest-${id}`, name, userId: null, isOwner: false, kind };
    return `${rooms.roomUrl(room)}?t=${rooms.tokens.write(place, clock.now())}`;
  }

  return {
    begin,
    linkTo,

    async start(
      viewer: Viewer,
      ticketId: number,
      { kind, client_key: clientKey }: BodyOf<typeof startTicketCall>,
    ): Promise<ResponseOf<typeof startTicketCall>> {
      const { default_language: language } = await settings.config();
      const room = `${ticketId}-${clientKey}`;
      return db.transaction(async (tx) => {
        await conversations.pause(tx);
        const ticket = await tickets.lockVisible(tx, viewer, ticketId);
        const written = await conversations.writtenOn(tx.q, ticketId);
        const [account] = await settings.listAccountIds(tx.q);
        const accountId = written?.channel_account_id ?? account;
        if (accountId === undefined)
          throw new AppError('conflict', { message: 'There is no channel to call on yet' });
        const call =
          (await store.findCall(tx.q, { room_name: room })) ??
          (await begin(tx, viewer, { ticket, kind, room, clientKey, accountId, visitorId: null }));
        const link = linkTo(call, ticket.customer_name);
        if (written) {
          const body = `${INVITATION[language][kind]}\n${link}`;
          await conversations.replyIn(tx, viewer, ticketId, {
            body,
            client_key: `call-${clientKey}`,
            file_ids: [],
          });
        }
        return { data: await rooms.seatOf(tx.q, call, viewer), link, was_sent: written !== undefined };
      });
    },
  };
}
