import {
  cancelReportExport,
  copyShifts,
  correctActivity,
  createReportExport,
  createSavedReport,
  downloadReportExport,
  getActivityDay,
  getShiftPlan,
  importShifts,
  getAgentDashboard,
  getSurveyDashboard,
  getTicketDashboard,
  listActivityFindings,
  listReportExports,
  listSavedReports,
  removeSavedReport,
  updateSavedReport,
  listAgentContacts,
  listCallOpinions,
  listMetrics,
  listReportPeople,
  listTicketRecords,
  listServiceLevels,
  REPORTS,
  type ReportCode,
  setAdherenceTolerance,
  setPlannedDay,
  setServiceLevel,
  withdrawCorrection,
} from '@trunkline/contract';
import type { Http } from '#platform/http';
import { readMetrics } from './metric-catalogue.ts';
import type { Reporting } from './service.ts';

export function reportingRoutes(
  http: Http,
  {
    userActivity,
    reports,
    serviceLevels,
    shiftPlans,
    ticketDashboards,
    agentDashboards,
    surveyDashboards,
    exports,
    saved,
    people,
  }: Reporting,
): void {
  http.route(getActivityDay, async ({ viewer, query }) => ({ data: await userActivity.day(viewer, query) }));
  http.route(correctActivity, async ({ viewer, body }) => ({
    data: await userActivity.correct(viewer, body),
  }));
  http.route(withdrawCorrection, async ({ viewer, params }) => {
    await userActivity.withdraw(viewer, params.id);
    return { ok: true } as const;
  });
  http.route(listActivityFindings, ({ viewer }) => userActivity.findings(viewer));
  http.route(getShiftPlan, async ({ viewer, query }) => ({ data: await shiftPlans.week(viewer, query) }));
  http.route(setPlannedDay, async ({ viewer, params, body }) => ({
    data: await shiftPlans.setDay(viewer, { userId: params.id, day: params.day }, body.shifts),
  }));
  http.route(copyShifts, async ({ viewer, body }) => ({ data: await shiftPlans.copy(viewer, body) }));
  http.route(importShifts, async ({ viewer, body }) => ({ data: await shiftPlans.import(viewer, body) }));
  http.route(setAdherenceTolerance, async ({ viewer, body }) => {
    await shiftPlans.setTolerance(viewer, body.tolerance_seconds);
    return { ok: true } as const;
  });
  http.route(listReportExports, async ({ viewer }) => ({ data: await exports.list(viewer) }));
  http.route(createReportExport, async ({ viewer, body }) => ({ data: await exports.create(viewer, body) }));
  http.route(cancelReportExport, async ({ viewer, params }) => {
    await exports.cancel(viewer, params.id);
    return { ok: true } as const;
  });
  http.route(downloadReportExport, async ({ viewer, params, reply }) => {
    const { name, type, bytes, content } = await exports.open(viewer, params.id);
    reply.headers({ ...asFile(name, type), 'content-length': bytes });
    return content;
  });
  http.route(listSavedReports, async ({ viewer }) => ({ data: await saved.list(viewer) }));
  http.route(createSavedReport, async ({ viewer, body }) => ({ data: await saved.create(viewer, body) }));
  http.route(updateSavedReport, async ({ viewer, params, body }) => ({
    data: await saved.update(viewer, params.id, body),
  }));
  http.route(removeSavedReport, async ({ viewer, params }) => {
    await saved.remove(viewer, params.id);
    return { ok: true } as const;
  });
  http.route(getTicketDashboard, async ({ viewer, query }) => ({
    data: await ticketDashboards.read(viewer, query),
  }));
  http.route(listTicketRecords, ({ viewer, query }) => ticketDashboards.records(viewer, query));
  http.route(listServiceLevels, () => serviceLevels.list());
  http.route(setServiceLevel, async ({ viewer, body }) => ({
    data: await serviceLevels.set(viewer, body),
  }));
  http.route(listMetrics, async ({ viewer, query }) => ({ data: await readMetrics(reports, viewer, query) }));
  http.route(listReportPeople, async ({ viewer, query }) => ({ data: await people(viewer, query) }));
  http.route(getAgentDashboard, async ({ viewer, query }) => ({
    data: await agentDashboards.read(viewer, query),
  }));
  http.route(getSurveyDashboard, async ({ viewer, query }) => ({
    data: await surveyDashboards.read(viewer, query),
  }));
  http.route(listCallOpinions, ({ viewer, query }) => surveyDashboards.opinions(viewer, query));
  http.route(listAgentContacts, ({ viewer, query }) => agentDashboards.contacts(viewer, query));
  for (const [code, { read, list, file }] of Object.entries(REPORTS) as [
    ReportCode,
    (typeof REPORTS)[ReportCode],
  ][]) {
    http.route(read, async ({ viewer, query }) => ({ data: await reports.read(viewer, code, query) }));
    http.route(list, ({ viewer, query }) => reports.records(viewer, code, query));
    http.route(file, async ({ viewer, query, reply }) => {
      const { name, content } = await reports.file(viewer, code, query);
      reply.headers(asFile(name, 'text/csv; charset=utf-8'));
      return content;
    });
  }
}

/** Headers of a file that is downloaded, never shown. */
const asFile = (name: string, type: string) => ({
  'content-type': type,
  'content-disposition': `attachment; filename="${name}"`,
  'x-content-type-options': 'nosniff',
});
