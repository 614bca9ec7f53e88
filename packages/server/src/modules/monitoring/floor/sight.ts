import { allows, type Viewer } from '#platform/access';
import { canSee } from '#modules/tickets';

/** What somebody may see of the board: nothing without the right, and with it what they may see of tickets. */
export type Sight = {
  /** The same for all who see the same. */
  key: string;
  /** Theirs, and what is in these departments. */
  userId: number;
  departments: 'all' | ReadonlySet<number>;
  person: (agent: { id: number; department_ids: readonly number[] }) => boolean;
  /** Whatever belongs to a department and perhaps to somebody. */
  thing: (thing: { user_id?: number | null; department_id: number | null }) => boolean;
};

export const NO_SIGHT: Sight = {
  key: 'nothing',
  userId: 0,
  departments: new Set(),
  person: () => false,
  thing: () => false,
};

export function sightOf(viewer: Viewer): Sight {
  if (!allows(viewer, 'MONITORING:VIEW')) return NO_SIGHT;
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
    // No department has the number 0.
    thing: ({ user_id: userId = null, department_id: departmentId }) =>
      canSee(eyes, { assignee_id: userId, department_id: departmentId ?? 0 }),
  };
}
