import type {
  getTicket,
  getTicketCounts,
  listTickets,
  MediaId,
  QueryOf,
  ResponseOf,
  SearchExcerpt,
  Ticket,
} from '@trunkline/contract';
import type { Viewer } from '#platform/access';
import { AppError } from '#platform/errors';
import { writeCursor } from '#platform/paging';
import type { Query } from '#platform/db';
import type { Platform } from '#platform/platform';
import type { Customers } from '#modules/customers';
import { countsFor, type CountRow } from './list/counts.ts';
import type { TicketFields } from './custom-fields.ts';
import { findCurrentTicket } from './merged-tickets.ts';
import type { TicketFiles } from './timeline/file-service.ts';
import { readPosition, sortPositionOf } from './list/list-order.ts';
import { listPage } from './list/list-query.ts';
import { listExcerpts } from './list/search-excerpts.ts';
import { listOpenIds } from './owners/owner-store.ts';
import { canSee } from './policy.ts';
import * as store from './store.ts';

type Deps = Pick<Platform, 'db' | 'clock'> & {
  customers: Customers;
  attachments: Pick<TicketFiles, 'listOwn'>;
  customFields: TicketFields;
};
type FoundTicket = Pick<Ticket, 'id' | 'number' | 'subject' | 'status' | 'customer_name'>;
type Detail = Omit<
  ResponseOf<typeof getTicket>['data'],
  'conversations' | 'answers_on' | 'other_customers' | 'mailed_to' | 'scheduled'
>;

/** Reading tickets. Methods with a viewer only return what that viewer may see; those without one check no permission. */
export type TicketReading = {
  /** @throws AppError `not_found` also where the viewer may not see the ticket */
  get(viewer: Viewer, id: number): Promise<Ticket>;
  /** The same, read with `q`. */
  getFrom(q: Query, viewer: Viewer, id: number): Promise<Ticket>;
  /** @throws AppError `not_found` if the viewer sees neither the ticket nor the one that it was merged into */
  demandSeen(viewer: Viewer, id: number): Promise<void>;
  /** A page of tickets, and the cursor of the next one. */
  list(viewer: Viewer, query: QueryOf<typeof listTickets>): Promise<ResponseOf<typeof listTickets>>;
  /** The parts of the ticket's page that belong to this module. */
  detail(q: Query, viewer: Viewer, id: number): Promise<Detail>;
  /** Searches subjects, customers and messages. */
  find(viewer: Viewer, text: string, limit: number): Promise<FoundTicket[]>;
  /** Excerpts with the words of a search. */
  excerpts(viewer: Viewer, query: { text: string; ids: readonly number[] }): Promise<SearchExcerpt[]>;
  /** The number of tickets by department and status, of those that the viewer sees. */
  counts(viewer: Viewer): Promise<ResponseOf<typeof getTicketCounts>['data']>;
  allCounts(): Promise<CountRow[]>;
  /** Adds up the stored differences of the counts; a job does so every minute. */
  foldCounts(): Promise<void>;
  /** How many of the viewer's tickets are unread, by channel. */
  countUnread(viewer: Viewer): Promise<{ media_id: MediaId; total: number }[]>;
  /** Tags in use, most frequent first. */
  listTags(): Promise<string[]>;

  /** Returns the ticket, or the one it was merged into; undefined if there is none. */
  read(q: Query, id: number): Promise<Ticket | undefined>;
  idOfNumber(q: Query, number: string): Promise<number | undefined>;
  /** The ticket that this user has opened under that key; simultaneous requests with the same key wait for this transaction. */
  findOpened(q: Query, viewer: Viewer, clientKey: string): Promise<Ticket | undefined>;
  /** Ids of the user's tickets that are neither solved nor closed. */
  openIdsOf(q: Query, userId: number, limit: number): Promise<number[]>;
  /** The answers to custom fields of a new ticket. @throws AppError `invalid`; `fields_missing` if required ones are missing */
  answersOfNew: TicketFields['ofNew'];
};

export function createReadService({ db, clock, customers, attachments, customFields }: Deps): TicketReading {
  async function getFrom(q: Query, viewer: Viewer, id: number): Promise<Ticket> {
    const ticket = await store.findTicket(q, id);
    if (!ticket || !canSee(viewer, ticket)) throw new AppError('not_found');
    return ticket;
  }

  return {
    get: (viewer, id) => getFrom(db.q, viewer, id),
    getFrom,
    async list(viewer, { cursor, limit, ...filter }) {
      const custom = await customFields.fieldsInFilter(db.q, filter);
      const page = { filter, limit, after: readPosition(cursor, filter.sort), now: clock.now(), custom };
      const rows = await listPage(db, viewer, page);
      const data = rows.slice(0, limit);
      const last = data.at(-1);
      return {
        data,
        next: rows.length > limit && last ? writeCursor(sortPositionOf(last, filter.sort)) : null,
      };
    },

    excerpts: (viewer, query) => listExcerpts(db.q, viewer, query),

    counts: async (viewer) => countsFor(viewer, await store.readCounts(db.q)),

    async detail(q, viewer, id) {
      const ticket = await getFrom(q, viewer, id);
      const [customer, drafts, { history, figures }] = await Promise.all([
        customers.read(q, ticket.customer_id),
        store.listDrafts(q, id, viewer.id),
        store.readHistory(q, viewer, ticket.customer_id, {
          exceptId: id,
          isCounted: !customers.figures.seesAll(viewer),
        }),
      ]);
      const withFiles = drafts.map(async ({ file_ids: ids, ...draft }) => ({
        ...draft,
        attachments: await attachments.listOwn(q, viewer, ids),
      }));
      return {
        ticket,
        customer: { ...customer, ...figures },
        history,
        drafts: await Promise.all(withFiles),
      };
    },

    listTags: () => store.listTags(db.q),
    find: (viewer, text, limit) => store.findByText(db, viewer, text, limit),
    allCounts: () => store.readCounts(db.q),
    foldCounts: () => store.compactCounts(db.q),
    countUnread: (viewer) => store.countUnread(db.q, viewer.id),
    read: findCurrentTicket,
    idOfNumber: store.findIdByNumber,
    findOpened: store.findByClientKey,
    openIdsOf: listOpenIds,
    answersOfNew: customFields.ofNew,

    async demandSeen(viewer, id) {
      const ticket = await store.findTicket(db.q, id);
      if (ticket && canSee(viewer, ticket)) return;
      const current = ticket?.merged_into ? await findCurrentTicket(db.q, id) : undefined;
      if (!current || !canSee(viewer, current)) throw new AppError('not_found');
    },
  };
}
