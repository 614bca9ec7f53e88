import {
  createCustomer,
  getCustomer,
  listCustomers,
  listDuplicates,
  listMerges,
  mergeCustomers,
  undoMerge,
  updateCustomer,
} from '@trunkline/contract';
import type { Http } from '#platform/http';
import { demand } from '#platform/access';
import type { Realtime } from '#platform/realtime';
import type { Customers } from './service.ts';

export function customerRoutes(http: Http, customers: Customers): void {
  http.route(listCustomers, ({ query }) => customers.list(query));
  http.route(getCustomer, async ({ params }) => ({ data: await customers.get(params.id) }));
  http.route(createCustomer, async ({ body }) => ({ data: await customers.create(body) }));
  http.route(listDuplicates, async ({ params }) => ({ data: await customers.merging.duplicates(params.id) }));
  http.route(mergeCustomers, ({ viewer, params, body }) => customers.merging.merge(viewer, params.id, body));
  http.route(listMerges, async ({ params }) => ({ data: await customers.merging.list(params.id) }));
  http.route(undoMerge, async ({ params }) => ({ data: await customers.merging.undo(params.id) }));
  http.route(updateCustomer, async ({ params, body }) => ({ data: await customers.update(params.id, body) }));
}

export function customerRealtime(realtime: Realtime): void {
  realtime.watchTopic('customers', (viewer) => {
    demand(viewer, 'CUSTOMERS:VIEW');
    return Promise.resolve(['customers']);
  });
}
