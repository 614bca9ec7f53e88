import { createAdministrator, getFirstRun, getSetup, updateSetup } from '@trunkline/contract';
import type { Http } from '#platform/http';
import type { FirstRun } from './service.ts';

export function firstRunRoutes(http: Http, firstRun: FirstRun): void {
  http.publicRoute(getFirstRun, async () => ({ data: { is_open: await firstRun.isOpen() } }));
  http.publicRoute(createAdministrator, ({ body }) =>
    firstRun.createAdministrator(body).then(() => ({ ok: true }) as const),
  );
  http.route(getSetup, async ({ viewer }) => ({ data: await firstRun.state(viewer) }));
  http.route(updateSetup, async ({ viewer, body }) => ({ data: await firstRun.change(viewer, body) }));
}
