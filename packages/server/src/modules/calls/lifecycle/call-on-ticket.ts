import type { TicketEvent } from '@trunkline/contract';
import type { Viewer } from '#platform/access';
import type { Tx } from '#platform/db';
import type { Conversations } from '#modules/conversations';
import { byUser, SYSTEM, type Author, type Tickets } from '#modules/tickets';
import * as store from './call-store.ts';
import type { CallRow } from './call-store.ts';
import type { CallRecords } from './records.ts';

/** A call together with its ticket: locks both, and writes what happens to the call on the ticket. */
export type CallOnTicket = {
  /** Locks the ticket, the conversation and the call, in that order. */
  lock(tx: Tx, by: { room_name: string } | { id: number }): Promise<CallRow | undefined>;
  /** Whether the call is on this ticket, or on one that it was merged with. */
  isOn(tx: Tx, call: CallRow, ticketId: number): Promise<boolean>;
  /** Writes an event of the call on the time line. */
  event(tx: Tx, call: CallRow, event: TicketEvent, author: Author): Promise<void>;
  /** An agent and the customer talk: counts as the first reply if nobody has replied yet. */
  answered(tx: Tx, call: CallRow, by?: Author): Promise<void>;
  /** Stores the note for whoever takes the call next as an internal note; the same key makes one note. */
  note(tx: Tx, call: CallRow, viewer: Viewer, word: { note: string; client_key: string }): Promise<void>;
  /** Makes another agent the owner of the call, and of its ticket. */
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
      // If somebody has assigned the ticket to a third person meanwhile, it stays with them.
      const isTheirs = ticket && (ticket.assignee_id === call.user_id || ticket.assignee_id === null);
      if (isTheirs) await tickets.change(tx, ticket, { assignee_id: userId }, author);
      return store.updateCall(tx.q, call.id, { user_id: userId });
    },
  };
}

/** The ticket may have been merged into another since the call began to ring. */
async function isOn(
  tx: Tx,
  { call, ticketId, tickets }: { call: CallRow; ticketId: number; tickets: Tickets },
): Promise<boolean> {
  if (call.ticket_id === ticketId || !Number.isSafeInteger(ticketId)) return call.ticket_id === ticketId;
  return (await tickets.read(tx.q, ticketId))?.id === call.ticket_id;
}
