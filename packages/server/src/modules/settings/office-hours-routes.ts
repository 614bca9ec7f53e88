import { importCalendar } from '@trunkline/contract';
import type { Http } from '#platform/http';
import type { OfficeHoursSettings } from './office-hours-service.ts';

/** What office hours and holidays have beside what every list of the settings has. */
export function officeHoursRoutes(http: Http, hours: OfficeHoursSettings): void {
  http.route(importCalendar, async ({ viewer, body }) => ({
    data: await hours.importCalendar(viewer, body),
  }));
}
