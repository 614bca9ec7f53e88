import {
  followTicket,
  getTicketRelations,
  linkTicket,
  listMentionable,
  listNotices,
  mergeTickets,
  readNotices,
  splitTicket,
  unlinkTicket,
  unmergeTicket,
} from '@trunkline/contract';
import type { Http } from '#platform/http';
import type { Tickets } from '../service.ts';

export function relationRoutes(http: Http, tickets: Tickets): void {
  http.route(getTicketRelations, async ({ viewer, params }) => ({
    data: await tickets.relations(viewer, params.id),
  }));
  http.route(mergeTickets, async ({ viewer, params, body }) => ({
    data: await tickets.merge(viewer, params.id, body),
  }));
  http.route(unmergeTicket, async ({ viewer, params }) => ({
    data: await tickets.unmerge(viewer, params.id),
  }));
  http.route(splitTicket, async ({ viewer, params, body }) => ({
    data: await tickets.split(viewer, params.id, body),
  }));
  http.route(linkTicket, async ({ viewer, params, body }) => ({
    data: await tickets.link(viewer, params.id, body),
  }));
  http.route(unlinkTicket, async ({ viewer, params }) => ({
    data: await tickets.unlink(viewer, params.id, params.other),
  }));
  http.route(followTicket, async ({ viewer, params, body }) => ({
    data: await tickets.follow(viewer, params.id, body.follow),
  }));
  http.route(listMentionable, async ({ viewer, params }) => ({
    data: await tickets.mentionable(viewer, params.id),
  }));
  http.route(listNotices, ({ viewer, query }) => tickets.listNotices(viewer, query));
  http.route(readNotices, ({ viewer, body }) =>
    tickets.readNotices(viewer, body).then(() => ({ ok: true }) as const),
  );
}
