import { CHANNEL_TRAITS, type AnswerChannel, type Ticket } from '@trunkline/contract';
import type { Viewer } from '#platform/access';
import type { Query, Tx } from '#platform/db';
import { AppError } from '#platform/errors';
import type { Platform } from '#platform/platform';
import type { Customers } from '#modules/customers';
import type { Tickets } from '#modules/tickets';
import type { Channel } from '../channel.ts';
import * as store from '../store.ts';
import type { ConversationRow } from '../store.ts';

type Deps = Pick<Platform, 'db' | 'clock'> & {
  customers: Pick<Customers, 'get'>;
  tickets: Pick<Tickets, 'get' | 'lockVisible'>;
  channels: () => Iterable<Channel>;
  emitConversation: (tx: Tx, row: ConversationRow) => void;
};

/**
 * The accounts by which a ticket's customer can be written to. Tickets without a conversation, such as those of calls, are
 * answered at the customer's addresses.
 */
export function createAnswerChannels({ db, clock, customers, tickets, channels, emitConversation }: Deps) {
  async function reachable(q: Query, ticket: Ticket): Promise<AnswerChannel[]> {
    const customer = await customers.get(ticket.customer_id);
    const rows = await store.listOfTicket(q, ticket.id);
    const all = [];
    for (const channel of new Set(channels()))
      all.push(...((await channel.findAddresses?.(q, { ticket, customer })) ?? []));
    const byMail = all.filter(({ media_id: id }) => CHANNEL_TRAITS[id].hasRichText);
    const others = all.filter(({ media_id: id }) => !CHANNEL_TRAITS[id].hasRichText);
    return [...byMail, ...others].map((one) => {
      const begun = rows.findLast(
        (row) => row.channel_account_id === one.account_id && row.address === one.address,
      );
      return { ...one, conversation_id: begun?.id ?? null };
    });
  }

  return {
    listAnswerChannels: async (viewer: Viewer, ticketId: number): Promise<AnswerChannel[]> =>
      reachable(db.q, await tickets.get(viewer, ticketId)),

    startConversation: (viewer: Viewer, ticketId: number, accountId: number): Promise<ConversationRow> =>
      db.transaction(async (tx) => {
        const ticket = await tickets.lockVisible(tx, viewer, ticketId);
        const to = (await reachable(tx.q, ticket)).find(({ account_id: id }) => id === accountId);
        if (!to)
          throw new AppError('invalid_reference', [
            { path: 'account_id', message: 'This account cannot reach the customer of this ticket' },
          ]);
        const begun = to.conversation_id !== null && (await store.findConversation(tx.q, to.conversation_id));
        if (begun) return begun;
        const { conversation_id: _, ...place } = to;
        const channel = [...channels()].find(({ mediaIds }) => mediaIds.includes(to.media_id));
        const row = await store.insertConversation(tx.q, {
          ...(await channel?.prepare?.(tx, place)),
          channel_account_id: accountId,
          ticket_id: ticket.id,
          customer_id: ticket.customer_id,
          media_id: to.media_id,
          address: to.address,
          department_id: ticket.department_id,
          // It is ended until the customer writes, so that it does not wait for an agent.
          status: 'ended',
          agent_id: null,
          now: clock.now(),
        });
        emitConversation(tx, row);
        return row;
      }),
  };
}
