import { lazyPart } from '#shared/loading/lazy-part.ts';
import { Suspense } from 'react';
import { attendedCall } from '#shared/dialing/attended-call.ts';
import { useStore } from '#shared/lib/store.ts';

const AttendedWindow = lazyPart(() =>
  import('./attended-window.tsx').then((module) => ({ default: module.AttendedWindow })),
);

/** The call that a supervisor attends in a room, over every page. */
export function AttendedLayer() {
  const attended = useStore(attendedCall);
  if (!attended) return null;
  return (
    <Suspense>
      <AttendedWindow key={attended.escort.id} attended={attended} />
    </Suspense>
  );
}
