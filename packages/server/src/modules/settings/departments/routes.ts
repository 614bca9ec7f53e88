import { mergeDepartments, previewDepartmentMerge } from '@trunkline/contract';
import type { Http } from '#platform/http';
import type { DepartmentMerging } from './merge-service.ts';

export function departmentRoutes(http: Http, departments: DepartmentMerging): void {
  http.route(previewDepartmentMerge, async ({ viewer, params, query }) => ({
    data: await departments.preview(viewer, params.id, query.into_id),
  }));
  http.route(mergeDepartments, async ({ viewer, params, body }) => ({
    data: await departments.merge(viewer, params.id, body.into_id),
  }));
}
