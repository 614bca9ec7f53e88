import {
  followTicket,
  getTicketRelations,
  linkTicket,
  mergeTickets,
  splitTicket,
  unlinkTicket,
  unmergeTicket,
} from '@trunkline/contract';
import type { Http } from '#platform/http';
import type { RelatedTickets } from './service.ts';

export function relationRoutes(http: Http, relations: RelatedTickets): void {
  http.route(getTicketRelations, async ({ viewer, params }) => ({
    data: await relations.get(viewer, params.id),
  }));
  http.route(mergeTickets, async ({ viewer, params, body }) => ({
    data: await relations.merge(viewer, params.id, body),
  }));
  http.route(unmergeTicket, async ({ viewer, params }) => ({
    data: await relations.unmerge(viewer, params.id),
  }));
  http.route(splitTicket, async ({ viewer, params, body }) => ({
    data: await relations.split(viewer, params.id, body),
  }));
  http.route(linkTicket, async ({ viewer, params, body }) => ({
    data: await relations.link(viewer, params.id, body),
  }));
  http.route(unlinkTicket, async ({ viewer, params }) => ({
    data: await relations.unlink(viewer, params.id, params.other),
  }));
  http.route(followTicket, async ({ viewer, params, body }) => ({
    data: await relations.follow(viewer, params.id, body.follow),
  }));
}
