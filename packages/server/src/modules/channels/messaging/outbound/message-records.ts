import type { Message, MessageExtra, MessageState } from '@trunkline/contract';
import type { Tx } from '#platform/db';
import type { Tickets } from '#modules/tickets';
import * as proactive from './proactive-store.ts';

/** The id by which the outbox and the provider's ids refer to a message. A proactive message may have no ticket yet. */
export type MessageRef = { message_id: number; ticket_id: number | null; created_at: string };
type SentMessage = Pick<Message, 'body' | 'extra'>;
type Deps = { tickets: Pick<Tickets, 'timeline'> };
type Content = { body?: string; extra: MessageExtra | undefined };

/** States and provider data of a message: kept on its ticket, or, without a ticket, with the message itself. */
export type MessageRecords = {
  lock(tx: Tx, ref: MessageRef): Promise<SentMessage | undefined>;
  setOutcome(
    tx: Tx,
    ref: MessageRef,
    outcome: { state: MessageState; failure: string | null },
  ): Promise<void>;
  changeContent(tx: Tx, ref: MessageRef, content: Content): Promise<void>;
};

export function createMessageRecords({ tickets: { timeline } }: Deps): MessageRecords {
  /** Undefined for a message without a ticket; it is then locked, because the customer's reply would put it on a ticket. */
  async function ticketOf(tx: Tx, { message_id: id, ticket_id: ticketId }: MessageRef) {
    return ticketId ?? (await proactive.lockProactive(tx.q, id))?.ticket_id ?? undefined;
  }

  return {
    async lock(tx, ref) {
      const { message_id: id, created_at: createdAt } = ref;
      if ((await ticketOf(tx, ref)) !== undefined) return timeline.lockMessage(tx.q, id, createdAt);
      const row = await proactive.findProactive(tx.q, id);
      return row && { body: row.body, ...(row.extra && { extra: row.extra }) };
    },

    async setOutcome(tx, ref, { state, failure }) {
      const { message_id: id, created_at } = ref;
      const ticket_id = await ticketOf(tx, ref);
      if (ticket_id === undefined) await proactive.setProactive(tx.q, id, { state, failure });
      else await timeline.setOutcome(tx, { id, ticket_id, created_at }, { state, failure });
    },

    async changeContent(tx, ref, content) {
      const { message_id: id, created_at } = ref;
      const ticket_id = await ticketOf(tx, ref);
      if (ticket_id !== undefined) await timeline.changeContent(tx, { id, ticket_id, created_at }, content);
      else await proactive.setProactive(tx.q, id, { ...content, extra: content.extra ?? null });
    },
  };
}
