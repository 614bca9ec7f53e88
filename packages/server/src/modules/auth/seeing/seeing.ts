import { VISIBILITIES } from '@trunkline/contract';
import type { Viewer } from '#platform/access';

type Eyes = Pick<Viewer, 'codes' | 'visibility' | 'departmentIds'>;

/** Does the viewer hold and see all that the other does? Only then may they look through the other's eyes. Pure. */
export function coversAll(viewer: Eyes, other: Eyes): boolean {
  return [...other.codes].every((code) => viewer.codes.has(code)) && seesAllOf(viewer, other);
}

function seesAllOf(viewer: Eyes, other: Eyes): boolean {
  if (viewer.visibility === 'all') return true;
  // Their own tickets are others than the viewer's own.
  if (viewer.visibility === 'own') return false;
  return (
    VISIBILITIES.indexOf(other.visibility) <= VISIBILITIES.indexOf(viewer.visibility) &&
    other.departmentIds.every((id) => viewer.departmentIds.includes(id))
  );
}
