import type { Message } from '@trunkline/contract';
import type { Query, Tx } from '#platform/db';
import { found } from '#platform/errors';
import type { Tickets } from '#modules/tickets';
import * as proactive from './proactive-store.ts';
import type { ProactiveRow } from './proactive-store.ts';

/** A mail of ours; a proactive one may have no ticket. */
export type MailRef = { message_id: number; ticket_id: number | null; created_at: string };
type Outcome = Pick<ProactiveRow, 'state' | 'failure'>;
type Deps = { tickets: Pick<Tickets, 'timeline'> };

/** The state of our mails: stored with the message on the ticket, or with the mail itself while it has no ticket. */
export type MailRecords = {
  /** @throws AppError `not_found` */
  read(q: Query, ref: MailRef): Promise<Pick<Message, 'mail' | 'attachments'>>;
  setOutcome(tx: Tx, ref: MailRef, outcome: Outcome): Promise<void>;
};

export function createMailRecords({ tickets: { timeline } }: Deps): MailRecords {
  return {
    async read(q, { message_id: id, ticket_id: ticketId, created_at: createdAt }) {
      if (ticketId !== null) return found(await timeline.findMessage(q, id, createdAt));
      return { mail: found(await proactive.findProactive(q, id)).mail, attachments: [] };
    },

    async setOutcome(tx, { message_id: id, ticket_id: known, created_at }, { state, failure }) {
      // Locked, because the customer's answer may be putting it on a ticket.
      const ticket_id = known ?? (await proactive.lockProactive(tx.q, id))?.ticket_id ?? undefined;
      if (ticket_id === undefined) await proactive.setProactive(tx.q, id, { state, failure });
      else await timeline.setOutcome(tx, { id, ticket_id, created_at }, { state, failure });
    },
  };
}
