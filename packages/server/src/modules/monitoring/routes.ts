import { getFloor, listLiveCalls } from '@trunkline/contract';
import type { Http } from '#platform/http';
import type { Monitoring } from './service.ts';

export function monitoringRoutes(http: Http, { floor }: Monitoring): void {
  http.route(getFloor, async ({ viewer }) => ({ data: await floor.boardFor(viewer) }));
  http.route(listLiveCalls, async ({ viewer }) => {
    const { at, calls, escorts } = await floor.boardFor(viewer);
    return { data: { at, calls, escorts } };
  });
}
