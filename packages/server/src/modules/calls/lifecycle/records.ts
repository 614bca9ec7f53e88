import type { Query, Tx } from '#platform/db';
import type { Conversations } from '#modules/conversations';
import { SYSTEM, type Author, type Tickets } from '#modules/tickets';
import type { CallEnd } from './call-lifecycle.ts';
import * as store from './record-store.ts';
import type { CallRecord, NewCallRecord, CallRecordOwner, RecordState } from './record-store.ts';

/** The ids by which a call is found on its ticket. */
type OnTicket = Pick<CallRecord, 'id' | 'ticket_id' | 'conversation_id'>;

/**
 * The records of calls that are controlled elsewhere, as by a telephone gateway: it decides whom it rings and where a call
 * goes, and we store what it reports. Their tickets get the same lines as with every other call.
 */
export type CallRecords = {
  find: (q: Query, id: number) => Promise<CallRecord | undefined>;
  /** Locks ticket, conversation and call, in the order that all code which locks several of them keeps. */
  lock: (tx: Tx, id: number) => Promise<CallRecord>;
  insert: (q: Query, record: NewCallRecord) => Promise<CallRecord>;
  update: (q: Query, id: number, change: Partial<RecordState & CallRecordOwner>) => Promise<CallRecord>;
  /** Writes the start on the time line, if the call has a ticket already. */
  started: (tx: Tx, call: OnTicket, author: Author) => Promise<void>;
  /** An agent and the customer talk: conversation and ticket are assigned to the agent. */
  answered: (tx: Tx, call: OnTicket, by: { userId: number; isOut: boolean }) => Promise<void>;
  /** Ends the conversation and writes the end on the time line. The record itself must have been updated before. */
  ended: (tx: Tx, call: OnTicket, how: { seconds: number | null; reason: CallEnd }) => Promise<void>;
};

type Deps = { tickets: Tickets; conversations: Conversations };

/** Ends that the time line attributes to the customer: they stopped waiting. */
const BY_CUSTOMER: readonly CallEnd[] = ['abandoned', 'message', 'call_back'];

export function createCallRecords({ tickets, conversations }: Deps): CallRecords {
  async function endedBy(tx: Tx, ticketId: number | null, reason: CallEnd): Promise<Author> {
    const ticket =
      ticketId === null || !BY_CUSTOMER.includes(reason) ? undefined : await tickets.read(tx.q, ticketId);
    return ticket ? { type: 'customer', id: ticket.customer_id, name: ticket.customer_name } : SYSTEM;
  }

  return {
    find: store.findRecord,
    insert: store.insertRecord,
    update: store.updateRecord,

    async lock(tx, id) {
      const seen = await store.findRecord(tx.q, id);
      if (seen?.ticket_id) await tickets.lock(tx, seen.ticket_id);
      if (seen?.conversation_id) await conversations.lock(tx, seen.conversation_id);
      return store.lockRecord(tx.q, id);
    },

    async started(tx, { id, ticket_id: ticketId }, author) {
      const event = { type: 'call_started', call_id: id, kind: 'voice' } as const;
      if (ticketId !== null) await tickets.timeline.appendEvent(tx, ticketId, { event, author });
    },

    async answered(tx, { id, ticket_id: ticketId, conversation_id: conversationId }, { userId, isOut }) {
      const ticket = ticketId === null ? undefined : await tickets.lock(tx, ticketId);
      if (!ticket) return;
      const event = { type: 'call_answered', call_id: id, user_id: userId } as const;
      await tickets.timeline.appendEvent(tx, ticket.id, { event, author: SYSTEM });
      await tickets.sla.answerFirst(tx, ticket, SYSTEM);
      const conversation = conversationId === null ? undefined : await conversations.lock(tx, conversationId);
      if (conversation) await conversations.handOver(tx, conversation, userId);
      // An agent who calls about somebody else's ticket does not take it from them.
      const isTheirs = ticket.assignee_id === userId || (isOut && ticket.assignee_id !== null);
      if (!isTheirs) await tickets.change(tx, ticket, { assignee_id: userId }, SYSTEM);
    },

    async ended(tx, { id, ticket_id: ticketId, conversation_id: conversationId }, { seconds, reason }) {
      const conversation = conversationId === null ? undefined : await conversations.lock(tx, conversationId);
      if (!conversation) return;
      const event = { type: 'call_ended', call_id: id, seconds, reason } as const;
      await conversations.end(tx, conversation, await endedBy(tx, ticketId, reason), event);
    },
  };
}
