import { configQuery, levelQuery, referenceQuery, userQuery, type Session } from '#shared/api/session.ts';
import { permissionsOf } from '#shared/api/permissions.ts';
import { firstRunQuery, setupQuery } from '#shared/api/setup.ts';
import { retryUntilSignedOut, isSignedOutError } from '#shared/api/retry-until-signed-out.ts';
import { queryClient } from '#shared/api/query-client.ts';
import { setScreenTimeZone } from '#shared/lib/time-zone.ts';
import { redirect } from '@tanstack/react-router';
import type { CurrentUser } from '@trunkline/contract';
import { pagesFor } from './pages.ts';

/** Loads the signed-in user for the shell; redirects to the sign-in page or to a step that must come first, such as a password change. */
export async function enterShell({
  location,
  abortController: { signal },
}: {
  location: { href: string };
  abortController: AbortController;
}): Promise<{ can: Session['can'] }> {
  const need = <T>(ask: () => Promise<T>): Promise<T> =>
    retryUntilSignedOut(ask, { signal }).catch(async (error: unknown) => {
      if (!isSignedOutError(error)) throw error;
      const firstRun = await queryClient.fetchQuery(firstRunQuery).catch(() => null);
      if (firstRun?.is_open) throw redirect({ to: '/setup' });
      throw redirect({ to: '/login', search: location.href === '/' ? {} : { next: location.href } });
    });
  const answer = await need(() => queryClient.ensureQueryData(userQuery));
  if (answer.data.password_expired) throw redirect({ to: '/password' });
  if (answer.data.second_factor_missing) throw redirect({ to: '/two-factor' });
  void queryClient.prefetchQuery(referenceQuery);
  const [level, config] = await Promise.all([
    need(() => queryClient.ensureQueryData(levelQuery(answer.data.user_level_id))),
    need(() => queryClient.ensureQueryData(configQuery)),
  ]);
  setScreenTimeZone(config.time_zone);
  const permissions = permissionsOf(level);
  return { can: (code) => permissions.has(code) };
}

/**
 * Redirects from `/`: whoever may see neither the ticket dashboard nor the setup of a new workspace goes to the first
 * page of their menu.
 */
export async function firstPage({ context }: { context: { can: Session['can'] } }): Promise<void> {
  if (context.can('CONFIG_APP:EDIT')) {
    const setup = await queryClient.fetchQuery({ ...setupQuery, retry: false }).catch(() => null);
    if (setup?.is_open) return;
  }
  if (context.can('DASHBOARD_TICKET:VIEW')) return;
  const pages = pagesFor(context.can);
  // Preferred over the first entry of the menu, because supervisors work on tickets as well.
  const first = pages.find(({ code }) => code === 'TICKETS') ?? pages[0];
  throw redirect({ to: first?.link ?? '/profile', replace: true });
}

/** Admits only users whose password has expired to the page on which they change it. */
export async function enterForcedChange(): Promise<void> {
  const { password_expired: isExpired } = await readAnew();
  if (!isExpired) throw redirect({ to: '/' });
}

/** Admits only users whose role requires a second factor and who have none yet to the page that sets one up. */
export async function enterForcedSetUp(): Promise<void> {
  const { second_factor_missing: isMissing } = await readAnew();
  if (!isMissing) throw redirect({ to: '/' });
}

/** Fetches the signed-in user past the cache, because these two conditions may have changed since the session began. */
async function readAnew(): Promise<CurrentUser> {
  const answer = await queryClient.fetchQuery({ ...userQuery, staleTime: 0 }).catch(() => null);
  if (!answer) throw redirect({ to: '/login' });
  return answer.data;
}
