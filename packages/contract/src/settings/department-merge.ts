import { z } from 'zod';
import { endpoint } from '../kit/endpoint.ts';
import { id, idText } from '../kit/shapes.ts';

/** The kinds of things that refer to a department, which a merge counts. */
export const DEPARTMENT_USES = [
  'open_tickets',
  'solved_tickets',
  'people',
  'widgets',
  'web_forms',
  'mailboxes',
  'messaging_accounts',
  'phone_gateways',
  'calls',
  'templates',
  'macros',
  'automation',
  'break_reasons',
  'departments',
  'views',
  'reports',
  'alert_rules',
  'providers',
  'recording_rules',
] as const;
export type DepartmentUse = (typeof DEPARTMENT_USES)[number];
export type DepartmentUses = Record<DepartmentUse, number>;

const uses = z.record(z.enum(DEPARTMENT_USES), z.number().int());
const path = '/api/settings/departments/:id/merge';
const params = z.object({ id: idText });

export const previewDepartmentMerge = endpoint({
  method: 'GET',
  path,
  permission: 'DEPARTMENTS:EDIT',
  summary:
    'What refers to a department and would be moved by a merge. Requires USERS:EDIT as well, like the merge.',
  params,
  query: z.object({ into_id: idText }),
  response: z.object({ data: uses }),
});

export const mergeDepartments = endpoint({
  method: 'POST',
  path,
  permission: 'DEPARTMENTS:EDIT',
  summary:
    'Merge a department into another: everything that refers to it then refers to the other one. It is kept for history and reports. Cannot be undone. Requires USERS:EDIT as well, because users then see the tickets of both.',
  params,
  body: z.strictObject({ into_id: id }),
  response: z.object({ data: uses }),
});
