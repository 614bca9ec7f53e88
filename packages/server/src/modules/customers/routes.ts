import {
  applyCustomerImport,
  checkCustomerImport,
  createCustomer,
  downloadCustomerPackage,
  eraseCustomer,
  exportCustomers,
  getCustomerColumns,
  getCustomerPrivacy,
  holdCustomer,
  listCustomerPackages,
  listErasures,
  getCustomerImport,
  saveCustomerColumns,
  stopCustomerImport,
  uploadCustomerImport,
  getCustomer,
  listCustomers,
  listCustomerImports,
  listDuplicates,
  listMerges,
  removeCustomerPackage,
  requestCustomerPackage,
  mergeCustomers,
  undoCustomerImport,
  undoMerge,
  updateCustomer,
  type Customer,
} from '@trunkline/contract';
import { uploadOf, type Http } from '#platform/http';
import { demand, demandSeesAllTickets } from '#platform/access';
import type { Realtime } from '#platform/realtime';
import type { Platform } from '#platform/platform';
import type { Customers } from './service.ts';

type RealtimeDeps = Pick<Platform, 'db'> & { customers: Pick<Customers, 'figures'> };

export function customerRoutes(http: Http, customers: Customers): void {
  http.route(listCustomers, ({ viewer, query }) => customers.list(viewer, query));
  http.route(getCustomerColumns, async ({ viewer }) => ({ data: await customers.columnsOf(viewer) }));
  http.route(saveCustomerColumns, async ({ viewer, body }) => ({
    data: await customers.saveColumns(viewer, body),
  }));
  http.route(getCustomer, async ({ viewer, params }) => ({ data: await customers.show(viewer, params.id) }));
  http.route(createCustomer, async ({ body }) => ({ data: await customers.create(body) }));
  importRoutes(http, customers);
  privacyRoutes(http, customers);
  http.route(listDuplicates, async ({ viewer, params }) => ({
    data: await customers.merging.duplicates(viewer, params.id),
  }));
  http.route(mergeCustomers, ({ viewer, params, body }) => customers.merging.merge(viewer, params.id, body));
  http.route(listMerges, async ({ params }) => ({ data: await customers.merging.list(params.id) }));
  http.route(undoMerge, async ({ viewer, params }) => ({
    data: await customers.merging.undo(viewer, params.id),
  }));
  http.route(updateCustomer, async ({ viewer, params, body }) => ({
    data: await customers.update(viewer, params.id, body),
  }));
}

function importRoutes(http: Http, { imports, export: exportCsv }: Customers): void {
  http.route(uploadCustomerImport, async ({ viewer, request }) => ({
    data: await imports.upload(viewer, await uploadOf(request)),
  }));
  http.route(listCustomerImports, async ({ viewer }) => ({ data: await imports.list(viewer) }));
  http.route(undoCustomerImport, async ({ viewer, params }) => ({
    data: await imports.undo(viewer, params.id),
  }));
  http.route(getCustomerImport, async ({ viewer, params }) => ({
    data: await imports.get(viewer, params.id),
  }));
  http.route(checkCustomerImport, async ({ viewer, params, body }) => ({
    data: await imports.check(viewer, params.id, body),
  }));
  http.route(applyCustomerImport, async ({ viewer, params }) => ({
    data: await imports.apply(viewer, params.id),
  }));
  http.route(stopCustomerImport, async ({ viewer, params }) => ({
    data: await imports.stop(viewer, params.id),
  }));
  http.route(exportCustomers, ({ viewer, query, reply }) => {
    reply.headers({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="customers.csv"',
      'x-content-type-options': 'nosniff',
    });
    return exportCsv(viewer, query);
  });
}

/** A package, an erasure and a legal hold are of all tickets of a customer, whoever works on them. */
function privacyRoutes(http: Http, { erasing, packages }: Customers): void {
  http.route(getCustomerPrivacy, async ({ viewer, params }) => {
    demandSeesAllTickets(viewer);
    return { data: await erasing.of(params.id) };
  });
  http.route(holdCustomer, async ({ viewer, params, body }) => {
    demandSeesAllTickets(viewer);
    return { data: await erasing.hold(viewer, params.id, body) };
  });
  http.route(eraseCustomer, async ({ viewer, params }) => {
    demandSeesAllTickets(viewer);
    return { data: await erasing.request(viewer, params.id) };
  });
  http.route(requestCustomerPackage, async ({ viewer, params }) => {
    demandSeesAllTickets(viewer);
    return { data: await packages.request(viewer, params.id) };
  });
  http.route(listCustomerPackages, ({ viewer, query }) => {
    demandSeesAllTickets(viewer);
    return packages.list(query);
  });
  http.route(downloadCustomerPackage, async ({ viewer, params, reply }) => {
    demandSeesAllTickets(viewer);
    const { name, bytes } = await packages.open(viewer, params.id);
    reply.headers({
      'content-type': 'application/zip',
      'content-disposition': `attachment; filename="${name}"`,
      'x-content-type-options': 'nosniff',
    });
    return bytes;
  });
  http.route(removeCustomerPackage, async ({ viewer, params }) => {
    demandSeesAllTickets(viewer);
    await packages.remove(viewer, params.id);
    return { ok: true as const };
  });
  http.route(listErasures, ({ viewer, query }) => {
    demandSeesAllTickets(viewer);
    return erasing.list(query);
  });
}

export function customerRealtime(realtime: Realtime, { db, customers }: RealtimeDeps): void {
  const { seesAll, read } = customers.figures;
  realtime.emitPerViewer<Customer>('customer-changed', {
    isWhole: seesAll,
    read: (all) => read(db.q, all),
  });
  realtime.watchTopic('customers', (viewer) => {
    demand(viewer, 'CUSTOMERS:VIEW');
    return Promise.resolve(['customers']);
  });
}
