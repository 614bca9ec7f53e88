import { lazyPart } from '#shared/loading/lazy-part.ts';
import { useSession } from '#shared/api/session.ts';
import { Suspense, type ComponentProps } from 'react';

const DialButton = lazyPart(() => import('./dial-button.tsx'));

/** The button that calls a number, for users who have a phone extension. */
export function Dial(props: ComponentProps<typeof DialButton>) {
  const { extension, can } = useSession();
  if (extension === '' || !can('TICKETS:REPLY')) return null;
  return (
    <Suspense>
      <DialButton {...props} />
    </Suspense>
  );
}
