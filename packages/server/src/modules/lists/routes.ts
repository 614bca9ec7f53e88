import { LISTS } from '@trunkline/contract';
import { uploadOf, type Http } from '#platform/http';
import type { Lists } from './list-service.ts';

/** The routes of every list of the contract. */
export function listRoutes(http: Http, lists: Lists): void {
  for (const { kind, endpoints } of Object.values(LISTS)) {
    http.route(endpoints.list, ({ query }) => lists.list(kind, query));
    http.route(endpoints.history, ({ query }) => lists.history(kind, query));
    http.route(endpoints.create, ({ viewer, body }) => lists.create(kind, viewer, body));
    http.route(endpoints.update, ({ viewer, params, body }) =>
      lists.update(kind, viewer, { ...body, id: params.id }),
    );
    http.route(endpoints.bulk, ({ viewer, body }) => lists.bulk(kind, viewer, body));
    http.route(endpoints.order, ({ viewer, body }) => lists.order(kind, viewer, body));
    http.route(endpoints.remove, ({ viewer, params }) => lists.remove(kind, viewer, params.id));
    http.route(endpoints.undo, ({ viewer, body }) => lists.undo(kind, viewer, body.operation_id));
    http.route(endpoints.export, async ({ viewer, query, reply }) => {
      reply.headers({
        'content-type': 'text/csv; charset=utf-8',
        'content-disposition': `attachment; filename="${kind}.csv"`,
        'x-content-type-options': 'nosniff',
      });
      return lists.export(kind, viewer, query);
    });
    http.route(endpoints.import, async ({ viewer, query, request }) => {
      const { bytes } = await uploadOf(request);
      return { data: await lists.import(kind, viewer, { bytes, isApplied: query.apply === 'yes' }) };
    });
  }
}
