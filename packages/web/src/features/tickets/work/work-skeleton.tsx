import { HeaderSkeleton } from './header-skeleton.tsx';
import { TimelineSkeleton } from './timeline-skeleton.tsx';

/** A ticket that is on its way. */
export function WorkSkeleton() {
  return (
    <>
      <HeaderSkeleton />
      <TimelineSkeleton />
    </>
  );
}
