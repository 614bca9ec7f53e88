import {
  countTickets,
  createTicketView,
  getBulkChange,
  listBulkChanges,
  listTicketViews,
  removeTicketView,
  restoreTicketView,
  saveDeskSettings,
  startBulkChange,
  stopBulkChange,
  undoBulkChange,
  updateTicketView,
} from '@trunkline/contract';
import type { Http } from '#platform/http';
import type { Tickets } from './tickets.ts';

const OK = { ok: true } as const;

/** Routes of the ticket list apart from the tickets: views, columns, and bulk updates. */
export function deskRoutes(http: Http, tickets: Pick<Tickets, 'bulk' | 'views'>): void {
  http.route(countTickets, async ({ viewer, query }) => ({ data: await tickets.bulk.count(viewer, query) }));
  http.route(startBulkChange, async ({ viewer, body }) => ({ data: await tickets.bulk.start(viewer, body) }));
  http.route(listBulkChanges, async ({ viewer }) => ({ data: await tickets.bulk.list(viewer) }));
  http.route(getBulkChange, async ({ viewer, params }) => ({
    data: await tickets.bulk.get(viewer, params.id),
  }));
  http.route(stopBulkChange, async ({ viewer, params }) => ({
    data: await tickets.bulk.stop(viewer, params.id),
  }));
  http.route(undoBulkChange, async ({ viewer, params }) => ({
    data: await tickets.bulk.undo(viewer, params.id),
  }));

  http.route(listTicketViews, async ({ viewer }) => ({ data: await tickets.views.list(viewer) }));
  http.route(createTicketView, async ({ viewer, body }) => ({
    data: await tickets.views.create(viewer, body),
  }));
  http.route(updateTicketView, async ({ viewer, params, body }) => ({
    data: await tickets.views.update(viewer, params.id, body),
  }));
  http.route(removeTicketView, ({ viewer, params }) =>
    tickets.views.remove(viewer, params.id).then(() => OK),
  );
  http.route(restoreTicketView, async ({ viewer, params }) => ({
    data: await tickets.views.restore(viewer, params.id),
  }));
  http.route(saveDeskSettings, async ({ viewer, body }) => ({
    data: await tickets.views.saveSettings(viewer, body),
  }));
}
