import { getErrorReporting, testErrorReporting, updateErrorReporting } from '@trunkline/contract';
import type { Http } from '#platform/http';
import type { ErrorReports } from './service.ts';

export function errorReportRoutes(http: Http, reports: ErrorReports): void {
  http.route(getErrorReporting, async () => ({ data: await reports.state() }));
  http.route(updateErrorReporting, async ({ viewer, body }) => ({
    data: await reports.update(viewer, body),
  }));
  http.route(testErrorReporting, () => reports.test());
}
