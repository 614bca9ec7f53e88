import {
  Activity,
  type BodyOf,
  type CallKind,
  type CallSeat,
  type Language,
  type startTicketCall,
  type ResponseOf,
} from '@trunkline/contract';
import type { Viewer } from '#platform/access';
import { AppError } from '#platform/errors';
import type { Platform } from '#platform/platform';
import type { Agents } from '#modules/agents';
import type { Conversations } from '#modules/conversations';
import type { Settings } from '#modules/settings';
import { byUser, type Tickets } from '#modules/tickets';
import type { Recordings } from './recordings-service.ts';
import { MEDIA_OF, type Rooms } from './service.ts';
import * as store from './store.ts';

type Deps = Pick<Platform, 'db' | 'clock'> & {
  rooms: Rooms;
  agents: Agents;
  settings: Settings;
  tickets: Tickets;
  conversations: Conversations;
  recordings: Recordings;
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
  return {
    async start(
      viewer: Viewer,
      ticketId: number,
      { kind, client_key: clientKey }: BodyOf<typeof startTicketCall>,
    ): Promise<ResponseOf<typeof startTicketCall>> {
      const { default_language: language } = await settings.config();
      const room = `${ticketId}-${clientKey}`;
      return db.transaction(async (tx) => {
        const ticket = await tickets.lockVisible(tx, viewer, ticketId);
        const known = await store.findCall(tx.q, { room_name: room });
        if (!known && (await store.listBusy(tx.q, [viewer.id])).size > 0) {
          throw new AppError('conflict', { message: 'You are in a call already' });
        }
        const written = (await conversations.ofTicket(ticketId)).at(-1);
        const call = known ?? (await begin());
        const place = { room, identity: `guest-${call.id}`, name: ticket.customer_name, userId: null };
        const token = rooms.tokens.write({ ...place, isOwner: false, kind }, clock.now());
        const link = `${rooms.roomUrl(room)}?t=${token}`;
        if (written) {
          const body = `${INVITATION[language][kind]}\n${link}`;
          await conversations.replyIn(tx, viewer, ticketId, {
            body,
            client_key: `call-${clientKey}`,
            file_ids: [],
          });
        }
        const seat: CallSeat = rooms.seatOf(call, viewer);
        return { data: seat, link, was_sent: written !== undefined };

        async function begin(): Promise<store.CallRow> {
          const [account] = await settings.listAccountIds(tx.q);
          const accountId = written?.channel_account_id ?? account;
          if (accountId === undefined)
            throw new AppError('conflict', { message: 'There is no channel to call on yet' });
          const conversation = await conversations.attach(tx, ticket, {
            accountId,
            media_id: MEDIA_OF[kind],
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
            visitor_id: null,
            client_key: clientKey,
          });
          await agents.change(tx, viewer.id, { activity: Activity.inRoomCall, cause: 'call' });
          const event = { type: 'call_started', call_id: row.id, kind } as const;
          await tickets.appendEvent(tx, ticket.id, { event, author: byUser(viewer) });
          await recordings.answered(tx, row.id);
          return row;
        }
      });
    },
  };
}
