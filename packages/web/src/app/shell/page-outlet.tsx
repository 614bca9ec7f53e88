import { lazyPart } from '#shared/loading/lazy-part.ts';
import { useSession } from '#shared/api/session.ts';
import type { PermissionCode } from '#shared/api/permissions.ts';
import { Skeletons } from '#shared/ui/states/skeletons.tsx';
import { Outlet, useLocation, useMatches } from '@tanstack/react-router';
import { Suspense } from 'react';
import { Forbidden } from './forbidden.tsx';
import { isSettingsPath } from '../settings-area/has-settings.ts';

const SettingsArea = lazyPart(() =>
  import('../settings-area/settings-area.tsx').then((module) => ({ default: module.SettingsArea })),
);

/** Renders the page of this address, or the explanation why this person may not see it; settings pages in their area. */
export function PageOutlet() {
  const { can } = useSession();
  const permission = useMatches({ select: (matches) => matches.at(-1)?.staticData.permission });
  const isSettings = useLocation({ select: ({ pathname }) => isSettingsPath(pathname) });
  const waiting = <Skeletons rows={10} height={44} />;
  const page =
    permission && !can(permission as PermissionCode) ? (
      <Forbidden />
    ) : (
      <Suspense fallback={waiting}>
        <Outlet />
      </Suspense>
    );
  if (!isSettings) return page;
  return (
    <Suspense fallback={waiting}>
      <SettingsArea>{page}</SettingsArea>
    </Suspense>
  );
}
