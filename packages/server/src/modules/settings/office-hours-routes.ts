import { importCalendar } from '@trunkline/contract';
import type { Http } from '#platform/http';
import type { OfficeHoursSettings } from './office-hours-service.ts';

/** Routes of office hours and holidays, besides those of every list. */
export function officeHoursRoutes(http: Http, hours: OfficeHoursSettings): void {
  http.route(importCalendar, async ({ viewer, body }) => ({
    data: await hours.importCalendar(viewer, body),
  }));
}
