import { allows, type Viewer } from '#platform/access';
import { canSee } from '#modules/tickets';

/** What a viewer may see of the board: nothing without permission, else the same as of tickets. */
export type FloorScope = {
  /** Equal for viewers who see the same. */
  key: string;
  /** The viewer sees their own work, and that of these departments. */
  userId: number;
  departments: 'all' | ReadonlySet<number>;
  person: (agent: { id: number; department_ids: readonly number[] }) => boolean;
  /** Whether they see something that belongs to a department and perhaps to a user. */
  seesItem: (thing: { user_id?: number | null; department_id: number | null }) => boolean;
};

export const EMPTY_FLOOR_SCOPE: FloorScope = {
  key: 'nothing',
  userId: 0,
  departments: new Set(),
  person: () => false,
  seesItem: () => false,
};

export function floorScopeOf(viewer: Viewer): FloorScope {
  if (!allows(viewer, 'MONITORING:VIEW')) return EMPTY_FLOOR_SCOPE;
  const { id, visibility, departmentIds } = viewer;
  const eyes = { id, visibility, departmentIds };
  const departments = visibility === 'all' ? 'all' : new Set(visibility === 'own' ? [] : departmentIds);
  const places = departmentIds.toSorted((a, b) => a - b).join(',');
  return {
    key: { all: 'all', department: `${id} in ${places}`, own: `${id}` }[visibility],
    userId: id,
    departments,
    person: (agent) =>
      departments === 'all' || agent.id === id || agent.department_ids.some((one) => departments.has(one)),
    // 0 is no department.
    seesItem: ({ user_id: userId = null, department_id: departmentId }) =>
      canSee(eyes, { assignee_id: userId, department_id: departmentId ?? 0 }),
  };
}
