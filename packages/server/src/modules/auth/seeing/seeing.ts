import { VISIBILITIES } from '@trunkline/contract';
import type { Viewer } from '#platform/access';

type Visibility = Pick<Viewer, 'codes' | 'visibility' | 'departmentIds'>;

/** Whether the viewer holds and sees everything that the other user does, which is required for looking as them. Pure. */
export function coversAll(viewer: Visibility, other: Visibility): boolean {
  return [...other.codes].every((code) => viewer.codes.has(code)) && seesAllOf(viewer, other);
}

function seesAllOf(viewer: Visibility, other: Visibility): boolean {
  if (viewer.visibility === 'all') return true;
  // A viewer who sees only their own tickets cannot see those of another user.
  if (viewer.visibility === 'own') return false;
  return (
    VISIBILITIES.indexOf(other.visibility) <= VISIBILITIES.indexOf(viewer.visibility) &&
    other.departmentIds.every((id) => viewer.departmentIds.includes(id))
  );
}
