import type { TicketEvent } from '@trunkline/contract';
import type { Viewer } from '#platform/access';
import type { Tx } from '#platform/db';
import type { Conversations } from '#modules/conversations';
import { byUser, SYSTEM, type Author, type Tickets } from '#modules/tickets';
import * as store from './call-store.ts';
import type { CallRow } from './call-store.ts';
import type { CallRecords } from './records.ts';

/** A call and the ticket that it stands on: locked together, and told of there. */
export type CallOnTicket = {
  /** The ticket, the conversation, the call, in that order. */
  lock(tx: Tx, by: { room_name: string } | { id: number }): Promise<CallRow | undefined>;
  /** Also where that ticket has been merged into another since it rang. */
  isOn(tx: Tx, call: CallRow, ticketId: number): Promise<boolean>;
  /** A line on the time line. */
  event(tx: Tx, call: CallRow, event: TicketEvent, author: Author): Promise<void>;
  /** An agent and the customer talk: where nobody has written to them yet, this is the first answer. */
  answered(tx: Tx, call: CallRow, by?: Author): Promise<void>;
  /** A word for whoever takes the call next, kept as a note; the same key is one note. */
  note(tx: Tx, call: CallRow, viewer: Viewer, word: { note: string; client_key: string }): Promise<void>;
  /** The call goes on with another agent, who has its ticket from now on as well. */
  giveTo(tx: Tx, call: CallRow, userId: number, author: Author): Promise<CallRow>;
};

type Deps = { tickets: Tickets; conversations: Conversations; records: Pick<CallRecords, 'lock'> };

export function createCallOnTicket({ tickets, conversations, records }: Deps): CallOnTicket {
  return {
    async lock(tx, by) {
      const seen = await store.findCall(tx.q, by);
      return seen && ((await records.lock(tx, seen.id)) as CallRow);
    },

    isOn: (tx, call, ticketId) => isOn(tx, { call, ticketId, tickets }),

    event: (tx, call, event, author) => tickets.timeline.appendEvent(tx, call.ticket_id, { event, author }),

    async answered(tx, { ticket_id: ticketId }, by = SYSTEM) {
      const ticket = await tickets.lock(tx, ticketId);
      if (ticket) await tickets.sla.answerFirst(tx, ticket, by);
    },

    async note(tx, call, viewer, { note, client_key: key }) {
      const ticket = note.trim() ? await tickets.lock(tx, call.ticket_id) : undefined;
      if (!ticket) return;
      await tickets.timeline.append(tx, ticket, {
        kind: 'note',
        body: note.trim(),
        author: byUser(viewer),
        conversationId: null,
        mediaId: null,
        state: null,
        clientKey: `move-${key}`,
      });
    },

    async giveTo(tx, call, userId, author) {
      const conversation = await conversations.find(call.conversation_id);
      if (conversation) await conversations.handOver(tx, conversation, userId);
      const ticket = await tickets.lock(tx, call.ticket_id);
      // Somebody may have given the ticket to a third person meanwhile: then that stands.
      const isTheirs = ticket && (ticket.assignee_id === call.user_id || ticket.assignee_id === null);
      if (isTheirs) await tickets.change(tx, ticket, { assignee_id: userId }, author);
      return store.updateCall(tx.q, call.id, { user_id: userId });
    },
  };
}

/** It may ring on a ticket that has been merged into another since. */
async function isOn(
  tx: Tx,
  { call, ticketId, tickets }: { call: CallRow; ticketId: number; tickets: Tickets },
): Promise<boolean> {
  if (call.ticket_id === ticketId || !Number.isSafeInteger(ticketId)) return call.ticket_id === ticketId;
  return (await tickets.read(tx.q, ticketId))?.id === call.ticket_id;
}
