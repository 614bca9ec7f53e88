import type {
  Agent,
  Customer,
  Message,
  NotificationCounters,
  ResponseOf,
  Ticket,
  getTicketCounts,
} from '@trunkline/contract';
import { applyToCounters } from '../../packages/web/src/app/shell/counters/counters.ts';
import { applyToPages, type CustomerPages } from '../../packages/web/src/features/customers/realtime.ts';
import type { ListFilter } from '../../packages/web/src/features/tickets/filters.ts';
import {
  applyToList,
  applyToTicket,
  applyToTimeline,
  messagesOf,
  type TicketDetail,
  type TimelineWindow,
} from '../../packages/web/src/features/tickets/realtime.ts';
import { pageOf, rowsOf, type ListPage } from '../../packages/web/src/features/tickets/timeline/window.ts';
import { applyToAgents } from '../../packages/web/src/shared/api/feed/apply-to-agents.ts';
import type { NumberedEvent } from '../../packages/web/src/shared/api/realtime-types.ts';
import { callApi, type SignedIn } from '../support/api.ts';

export type ViewCounts = ResponseOf<typeof getTicketCounts>['data'];

/** The data of one agent's screens: what events update, and the counts of views, which are sent as a whole. */
export type ScreenData = {
  list: { pages: ListPage[] };
  tickets: Map<number, TicketDetail>;
  timelines: Map<number, TimelineWindow>;
  recentCustomers: CustomerPages;
  namedCustomers: CustomerPages;
  agents: Agent[];
  counters: NotificationCounters;
  counts: ViewCounts;
};

/** The data as it is shown, which is compared. */
export type ShownData = {
  rows: Ticket[];
  tickets: TicketDetail[];
  timelines: Record<number, Message[]>;
  recentCustomers: Customer[];
  namedCustomers: Customer[];
  agents: Agent[];
  counters: NotificationCounters;
  counts: ViewCounts;
};

const FILTER: ListFilter = { status: ['open', 'pending', 'on_hold'], assignee: 'any', sort: 'newest' };
const RECENT = { sort: 'last_contact', q: '' } as const;
const NAMED = { sort: 'name', q: '' } as const;

/** Returns the screens' data after an event, by the product's own functions. */
export function applyToScreen(state: ScreenData, event: NumberedEvent, me: number): ScreenData {
  const mapped = <V>(held: Map<number, V>, next: (value: V, id: number) => V) =>
    new Map([...held].map(([id, value]) => [id, next(value, id)]));
  return {
    list: applyToList(state.list, event, FILTER, me),
    tickets: mapped(state.tickets, (detail) => applyToTicket(detail, event)),
    timelines: mapped(state.timelines, (window, id) => applyToTimeline(window, event, id)),
    recentCustomers: applyToPages(state.recentCustomers, event, RECENT),
    namedCustomers: applyToPages(state.namedCustomers, event, NAMED),
    agents: applyToAgents(state.agents, event),
    counters: applyToCounters(state.counters, event),
    counts: state.counts,
  };
}

/** Loads the same screens anew, all pages of them. */
export async function load(url: string, user: SignedIn, ticketIds: readonly number[]): Promise<ScreenData> {
  const get = async <T>(address: string): Promise<T> =>
    (await callApi<T>(url, 'GET', address, { token: user.token })).body;
  const data = async <T>(address: string): Promise<T> => (await get<{ data: T }>(address)).data;
  const timelines = new Map<number, TimelineWindow>();
  const tickets = new Map<number, TicketDetail>();
  for (const id of ticketIds) {
    tickets.set(id, await data<TicketDetail>(`/api/tickets/${id}`));
    timelines.set(id, { pages: await timelineOf(get, id) });
  }
  const lists = await allPages<Omit<ListPage, 'edge'>>(get, '/api/tickets?limit=100');
  const customers = async (sort: string): Promise<CustomerPages> => {
    const pages = await allPages<CustomerPages['pages'][number]>(
      get,
      `/api/customers?limit=100&sort=${sort}`,
    );
    return { pages, pageParams: pages.map(() => undefined) };
  };
  return {
    list: { pages: lists.map((page) => pageOf(page, FILTER.sort)) },
    tickets,
    timelines,
    recentCustomers: await customers(RECENT.sort),
    namedCustomers: await customers(NAMED.sort),
    agents: await data('/api/agents'),
    counters: await data('/api/conversations/counters'),
    counts: await data('/api/tickets/counts'),
  };
}

export function shownDataOf(state: ScreenData): ShownData {
  const rowsIn = (pages: CustomerPages) => pages.pages.flatMap((page) => page.data);
  const entries = [...state.timelines].map(([id, window]) => [id, messagesOf(window)] as const);
  return {
    rows: rowsOf(state.list, FILTER.sort),
    // Left out, because a draft comes from its author's typing and not from the server.
    tickets: [...state.tickets.values()].map((detail) => ({ ...detail, draft: null })),
    timelines: Object.fromEntries(entries),
    recentCustomers: rowsIn(state.recentCustomers),
    namedCustomers: rowsIn(state.namedCustomers),
    agents: state.agents,
    counters: {
      ...state.counters,
      socmed: state.counters.socmed.toSorted((a, b) => a.media_id - b.media_id),
    },
    counts: state.counts.toSorted(
      (a, b) => a.department_id - b.department_id || (a.status < b.status ? -1 : 1),
    ),
  };
}

type Get = <T>(address: string) => Promise<T>;

async function allPages<P extends { next: string | null }>(get: Get, address: string): Promise<P[]> {
  const pages = [await get<P>(address)];
  for (let next = pages[0]?.next; next; next = pages.at(-1)?.next)
    pages.push(await get<P>(`${address}&cursor=${encodeURIComponent(next)}`));
  return pages;
}

async function timelineOf(get: Get, ticketId: number): Promise<TimelineWindow['pages']> {
  const pages: TimelineWindow['pages'] = [];
  let before = '';
  do {
    const page = await get<TimelineWindow['pages'][number]>(
      `/api/tickets/${ticketId}/timeline?limit=100${before}`,
    );
    pages.push(page);
    before = `&before=${page.data[0]?.id}`;
  } while (pages.at(-1)?.has_more);
  return pages;
}
