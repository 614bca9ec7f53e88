import { healthz, readyz } from '@trunkline/contract';
import { sql } from 'kysely';
import { AppError } from '#platform/errors';
import { serveMetrics } from '#platform/metrics';
import type { AppServer } from './server.ts';

/** Liveness, readiness and metrics. */
export function openHealth({ http, realtime, platform }: AppServer): void {
  const { db, events, jobs } = platform;
  http.publicRoute(healthz, () => Promise.resolve({ ok: true }));
  http.publicRoute(readyz, async () => {
    await sql`select 1`.execute(db.q);
    if (!jobs.isRunning()) throw new AppError('unavailable');
    return { ok: true, database: true, jobs: true } as const;
  });
  serveMetrics({ http, db, events, realtime });
}
