import { useSession } from '#shared/api/session.ts';
import { lazy, Suspense, type ComponentProps } from 'react';

const DialButton = lazy(() => import('./dial-button.tsx'));

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
