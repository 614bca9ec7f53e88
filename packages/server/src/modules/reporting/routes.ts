import {
  correctActivity,
  getActivityDay,
  listActivityFindings,
  listServiceLevels,
  REPORTS,
  type ReportCode,
  setServiceLevel,
  withdrawCorrection,
} from '@trunkline/contract';
import type { Http } from '#platform/http';
import type { Reporting } from './service.ts';

export function reportingRoutes(http: Http, { userActivity, reports, serviceLevels }: Reporting): void {
  http.route(getActivityDay, async ({ viewer, query }) => ({ data: await userActivity.day(viewer, query) }));
  http.route(correctActivity, async ({ viewer, body }) => ({
    data: await userActivity.correct(viewer, body),
  }));
  http.route(withdrawCorrection, async ({ viewer, params }) => {
    await userActivity.withdraw(viewer, params.id);
    return { ok: true } as const;
  });
  http.route(listActivityFindings, ({ viewer }) => userActivity.findings(viewer));
  http.route(listServiceLevels, () => serviceLevels.list());
  http.route(setServiceLevel, async ({ viewer, body }) => ({
    data: await serviceLevels.set(viewer, body),
  }));
  for (const [code, { read, list, file }] of Object.entries(REPORTS) as [
    ReportCode,
    (typeof REPORTS)[ReportCode],
  ][]) {
    http.route(read, async ({ viewer, query }) => ({ data: await reports.read(viewer, code, query) }));
    http.route(list, ({ viewer, query }) => reports.records(viewer, code, query));
    http.route(file, async ({ viewer, query, reply }) => {
      const { name, content } = await reports.file(viewer, code, query);
      reply.headers({
        'content-type': 'text/csv; charset=utf-8',
        'content-disposition': `attachment; filename="${name}"`,
        'x-content-type-options': 'nosniff',
      });
      return content;
    });
  }
}
