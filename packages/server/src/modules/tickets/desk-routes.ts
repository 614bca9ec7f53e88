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
import type { Tickets } from './service.ts';

const OK = { ok: true } as const;

/** What the desk's list has beside its tickets: views, columns, and changes of many at once. */
export function deskRoutes(http: Http, tickets: Tickets): void {
  http.route(countTickets, async ({ viewer, query }) => ({ data: await tickets.count(viewer, query) }));
  http.route(startBulkChange, async ({ viewer, body }) => ({ data: await tickets.startBulk(viewer, body) }));
  http.route(listBulkChanges, async ({ viewer }) => ({ data: await tickets.listBulk(viewer) }));
  http.route(getBulkChange, async ({ viewer, params }) => ({
    data: await tickets.getBulk(viewer, params.id),
  }));
  http.route(stopBulkChange, async ({ viewer, params }) => ({
    data: await tickets.stopBulk(viewer, params.id),
  }));
  http.route(undoBulkChange, async ({ viewer, params }) => ({
    data: await tickets.undoBulk(viewer, params.id),
  }));

  http.route(listTicketViews, async ({ viewer }) => ({ data: await tickets.listViews(viewer) }));
  http.route(createTicketView, async ({ viewer, body }) => ({
    data: await tickets.createView(viewer, body),
  }));
  http.route(updateTicketView, async ({ viewer, params, body }) => ({
    data: await tickets.updateView(viewer, params.id, body),
  }));
  http.route(removeTicketView, ({ viewer, params }) => tickets.removeView(viewer, params.id).then(() => OK));
  http.route(restoreTicketView, async ({ viewer, params }) => ({
    data: await tickets.restoreView(viewer, params.id),
  }));
  http.route(saveDeskSettings, async ({ viewer, body }) => ({
    data: await tickets.saveSettings(viewer, body),
  }));
}
