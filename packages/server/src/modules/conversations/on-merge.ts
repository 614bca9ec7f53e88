import type { Ticket } from '@trunkline/contract';
import type { Clock } from '#platform/clock';
import type { Tx } from '#platform/db';
import type { Author, MergeListener } from '#modules/tickets';
import * as store from './store.ts';
import type { ConversationRow } from './store.ts';

type Deps = {
  clock: Clock;
  emitConversation: (tx: Tx, row: ConversationRow) => void;
  isCall: (row: ConversationRow) => boolean;
  /** Applies a change of a ticket to its conversations. */
  follow: (
    tx: Tx,
    change: { before: Ticket; after: Ticket; actor: Author },
    only: ReadonlySet<number>,
  ) => Promise<void>;
};

/** Moves conversations to the ticket that theirs was merged into, and back when it is unmerged. */
export function createMergeListener({ clock, emitConversation, isCall, follow }: Deps): MergeListener {
  return {
    async merged(tx, { from, into, actor }) {
      const rows = await store.moveToTicket(tx.q, from.id, into.id);
      for (const row of rows) emitConversation(tx, row);
      await follow(tx, { before: from, after: into, actor }, idsOf(rows));
    },

    async onUnmerge(tx, { ticket, from, mergedTickets, actor }) {
      const rows = await store.moveBackToOrigin(tx.q, mergedTickets, ticket.id);
      for (const row of rows) emitConversation(tx, row);
      // The ticket is still closed here, and is reopened later in this transaction.
      await follow(tx, { before: from, after: { ...ticket, status: 'open' }, actor }, idsOf(rows));
      return { conversations: rows.map((row) => row.id) };
    },

    /** Gives a split-off ticket a conversation, so that replies reach the customer where these messages came from. */
    async split(tx, { into, conversations }) {
      const rows = await Promise.all(conversations.map((id) => store.findConversation(tx.q, id)));
      const row = rows.find((one) => one && !isCall(one));
      if (!row) return undefined;
      const { customer_id, media_id, channel_account_id, address } = row;
      const { open_until, refuses_since } = row;
      const copy = await store.insertConversation(tx.q, {
        customer_id,
        media_id,
        channel_account_id,
        address,
        open_until,
        refuses_since,
        ticket_id: into.id,
        department_id: into.department_id,
        status: 'ended',
        agent_id: null,
        now: clock.now(),
      });
      return { from: row.id, to: copy.id };
    },

    keepsTicketOpen: async (q, ticketId) =>
      (await store.listOfTicket(q, ticketId)).some((row) => row.status !== 'ended'),
  };
}

const idsOf = (rows: readonly ConversationRow[]) => new Set(rows.map((row) => row.id));
