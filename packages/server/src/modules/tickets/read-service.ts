import type {
  getTicket,
  getTicketCounts,
  getTimeline,
  listTickets,
  Message,
  QueryOf,
  ResponseOf,
  Ticket,
} from '@trunkline/contract';
import type { Viewer } from '#platform/access';
import { AppError } from '#platform/errors';
import { writeCursor } from '#platform/paging';
import type { Query } from '#platform/db';
import type { Platform } from '#platform/platform';
import type { Customers } from '#modules/customers';
import { countsFor } from './list/counts.ts';
import type { TicketFields } from './custom-fields.ts';
import { mergedTicketsOf, findCurrentTicket } from './merged-tickets.ts';
import type { TicketFiles } from './timeline/file-service.ts';
import { placeIn, placeOf } from './list/list-order.ts';
import { listPage } from './list/list-query.ts';
import * as messages from './timeline/message-store.ts';
import { canSee } from './policy.ts';
import type { Sla } from './sla/service.ts';
import * as store from './store.ts';

type Deps = Pick<Platform, 'db' | 'clock'> & {
  customers: Customers;
  attachments: Pick<TicketFiles, 'listOwn'>;
  sla: Sla;
  customFields: TicketFields;
};

/** Reading tickets: what somebody may see of them, a list, one, its time line. */
export function createReadService({ db, clock, customers, attachments, sla, customFields }: Deps) {
  async function get(viewer: Viewer, id: number): Promise<Ticket> {
    const ticket = await store.findTicket(db.q, id);
    if (!ticket || !canSee(viewer, ticket)) throw new AppError('not_found');
    return ticket;
  }

  return {
    get,
    async list(
      viewer: Viewer,
      { cursor, limit, ...filter }: QueryOf<typeof listTickets>,
    ): Promise<ResponseOf<typeof listTickets>> {
      const custom = await customFields.inFilter(db.q, filter);
      const page = { filter, limit, after: placeIn(cursor, filter.sort), now: clock.now(), custom };
      const rows = await listPage(db.q, viewer, page);
      const data = rows.slice(0, limit);
      const last = data.at(-1);
      return { data, next: rows.length > limit && last ? writeCursor(placeOf(last, filter.sort)) : null };
    },

    counts: async (viewer: Viewer): Promise<ResponseOf<typeof getTicketCounts>['data']> =>
      countsFor(viewer, await store.readCounts(db.q)),

    async detail(
      viewer: Viewer,
      id: number,
    ): Promise<Omit<ResponseOf<typeof getTicket>['data'], 'conversations' | 'answers_on' | 'mailed_to'>> {
      const ticket = await get(viewer, id);
      const [customer, drafts, history] = await Promise.all([
        customers.get(ticket.customer_id),
        store.listDrafts(db.q, id, viewer.id),
        store.listHistory(db.q, viewer, ticket.customer_id, id),
      ]);
      const withFiles = drafts.map(async ({ file_ids: ids, ...draft }) => ({
        ...draft,
        attachments: await attachments.listOwn(db.q, viewer, ids),
      }));
      return { ticket, customer, history, drafts: await Promise.all(withFiles) };
    },

    async timeline(
      viewer: Viewer,
      id: number,
      { before, kind, limit }: QueryOf<typeof getTimeline>,
    ): Promise<ResponseOf<typeof getTimeline>> {
      await get(viewer, id);
      const kinds: { kinds?: Message['kind'][] } = kind === 'event' ? { kinds: ['event'] } : {};
      const rows = await messages.listMessages(db.q, {
        ticketId: id,
        mergedTickets: await mergedTicketsOf(db.q, id),
        before,
        ...kinds,
        limit: limit + 1,
      });
      return { data: rows.slice(-limit), has_more: rows.length > limit };
    },

    explainSla: async (viewer: Viewer, id: number) => sla.explain(db.q, await get(viewer, id)),
    listTags: () => store.listTags(db.q),
    find: (viewer: Viewer, text: string, limit: number) => store.findByText(db.q, viewer, text, limit),
    allCounts: () => store.readCounts(db.q),
    countUnread: (viewer: Viewer) => store.countUnread(db.q, viewer.id),
    /** Some of a time line, for whoever need not ask: of the conversations that are named. */
    listMessages: async (page: Omit<Parameters<typeof messages.listMessages>[1], 'mergedTickets'>) =>
      messages.listMessages(db.q, { ...page, mergedTickets: await mergedTicketsOf(db.q, page.ticketId) }),
    /** Is what stands on `entryOf` shown on the time line of this ticket? */
    async isOn(q: Query, ticketId: number, entryOf: number): Promise<boolean> {
      return ticketId === entryOf || (await mergedTicketsOf(q, ticketId)).ids.includes(entryOf);
    },
    /** The conversation among these in which the customer wrote last. */
    lastWrittenIn: async (q: Query, ticketId: number, conversations: readonly number[]) => {
      const page = { ticketId, before: undefined, conversations, kinds: ['inbound'] as const, limit: 1 };
      const rows = await messages.listMessages(q, {
        ...page,
        mergedTickets: await mergedTicketsOf(q, ticketId),
      });
      return rows[0]?.conversation_id ?? undefined;
    },
    mergedTicketIds: async (q: Query, id: number): Promise<number[]> => (await mergedTicketsOf(q, id)).ids,
    /** Refuses whoever sees neither the ticket nor the one in which it now stands. */
    async demandSeen(viewer: Viewer, id: number): Promise<void> {
      const ticket = await store.findTicket(db.q, id);
      if (ticket && canSee(viewer, ticket)) return;
      const current = ticket?.merged_into ? await findCurrentTicket(db.q, id) : undefined;
      if (!current || !canSee(viewer, current)) throw new AppError('not_found');
    },
  };
}
