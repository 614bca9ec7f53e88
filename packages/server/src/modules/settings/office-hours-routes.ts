import {
  createHoliday,
  createOfficeHours,
  importHolidays,
  listHolidays,
  listOfficeHours,
  removeHoliday,
  removeOfficeHours,
  setDepartmentOfficeHours,
  setPriorityTargets,
  updateHoliday,
  updateOfficeHours,
} from '@trunkline/contract';
import type { Http } from '#platform/http';
import type { OfficeHoursSettings } from './office-hours-service.ts';

const OK = { ok: true } as const;

export function officeHoursRoutes(http: Http, hours: OfficeHoursSettings): void {
  http.route(listOfficeHours, async () => ({ data: await hours.listOfficeHours() }));
  http.route(createOfficeHours, async ({ viewer, body }) => ({
    data: await hours.createOfficeHours(viewer, body),
  }));
  http.route(updateOfficeHours, async ({ viewer, params, body }) => ({
    data: await hours.updateOfficeHours(viewer, params.id, body),
  }));
  http.route(removeOfficeHours, ({ viewer, params }) =>
    hours.removeOfficeHours(viewer, params.id).then(() => OK),
  );
  http.route(setDepartmentOfficeHours, ({ viewer, params, body }) =>
    hours.setDepartmentHours(viewer, params.id, body.office_hours_id).then(() => OK),
  );
  http.route(setPriorityTargets, ({ viewer, params, body }) =>
    hours.setTargets(viewer, params.id, body).then(() => OK),
  );
  http.route(listHolidays, async () => ({ data: await hours.listHolidays() }));
  http.route(createHoliday, async ({ viewer, body }) => ({ data: await hours.createHoliday(viewer, body) }));
  http.route(updateHoliday, async ({ viewer, params, body }) => ({
    data: await hours.updateHoliday(viewer, params.id, body),
  }));
  http.route(removeHoliday, ({ viewer, params }) => hours.removeHoliday(viewer, params.id).then(() => OK));
  http.route(importHolidays, async ({ viewer, body }) => ({
    data: await hours.importHolidays(viewer, body),
  }));
}
