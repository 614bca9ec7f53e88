import { listLiveCalls } from '@trunkline/contract';
import type { Clock } from '#platform/clock';
import type { Db } from '#platform/db';
import type { Http } from '#platform/http';
import { readLiveCalls, seenBy } from './store.ts';

export function monitoringRoutes(http: Http, { db, clock }: { db: Db; clock: Clock }): void {
  http.route(listLiveCalls, async ({ viewer }) => ({
    data: seenBy(viewer, await readLiveCalls(db.q, clock.now())),
  }));
}
