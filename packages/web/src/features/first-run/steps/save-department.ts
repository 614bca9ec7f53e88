import { call } from '#shared/api/call.ts';
import { userQuery } from '#shared/api/session.ts';
import { queryClient } from '#shared/api/query-client.ts';
import {
  listPeople,
  LISTS,
  updatePerson,
  type ListKind,
  type ListRow,
  type ListValues,
} from '@trunkline/contract';

export type FirstDepartment = {
  name: string;
  hours: { name: string; time_zone: string; hours: string };
  /** Whether the administrator joins the department as an agent. */
  joins: boolean;
};

/** Creates or updates the default office hours and the first department, so that the step can be saved again after an interruption. */
export async function saveDepartment({ name, hours, joins }: FirstDepartment): Promise<void> {
  await put('office_hours', (row) => row.values['is_default'] === true, { ...hours, is_default: true });
  const department = await put('departments', () => true, { name });
  if (joins) await join(department.id);
}

/** Returns the first department; null in a new workspace. */
export async function firstDepartment(): Promise<ListRow | null> {
  const { data } = await call(LISTS.departments.endpoints.list, { query: { limit: 1 } });
  return data[0] ?? null;
}

async function put(kind: ListKind, isMeant: (row: ListRow) => boolean, values: ListValues): Promise<ListRow> {
  const { list, create, update } = LISTS[kind].endpoints;
  const row = (await call(list, { query: {} })).data.find(isMeant);
  if (!row) return (await call(create, { body: { values } })).data;
  const { id, version } = row;
  return (await call(update, { params: { id }, body: { version, values } })).data;
}

async function join(departmentId: number): Promise<void> {
  const { data: user } = await queryClient.ensureQueryData(userQuery);
  const { data: people } = await call(listPeople);
  const self = people.find(({ id }) => id === user.id);
  if (!self || self.department_ids.includes(departmentId)) return;
  const body = { version: self.version, department_ids: [...self.department_ids, departmentId] };
  await call(updatePerson, { params: { id: self.id }, body });
}
