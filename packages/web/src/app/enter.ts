import { configQuery, levelQuery, referenceQuery, userQuery, type Session } from '#shared/api/session.ts';
import { permissionsOf } from '#shared/api/permissions.ts';
import { firstRunQuery, setupQuery } from '#shared/api/setup.ts';
import { askUntil, isSignedOut } from '#shared/api/ask-until.ts';
import { queryClient } from '#shared/api/query-client.ts';
import { readTimesIn } from '#shared/lib/time-zone.ts';
import { redirect } from '@tanstack/react-router';
import type { CurrentUser } from '@trunkline/contract';
import { pagesFor } from './pages.ts';

/** Loads who is signed in, or sends them to where they have to go first. */
export async function enterShell({
  location,
  abortController: { signal },
}: {
  location: { href: string };
  abortController: AbortController;
}): Promise<{ can: Session['can'] }> {
  const need = <T>(ask: () => Promise<T>): Promise<T> =>
    askUntil(ask, { signal }).catch(async (error: unknown) => {
      if (!isSignedOut(error)) throw error;
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
  readTimesIn(config.time_zone);
  const permissions = permissionsOf(level);
  return { can: (code) => permissions.has(code) };
}

/**
 * `/` is the ticket dashboard, and while a workspace is being set up, what is still to do for it. Whoever may see neither goes to the
 * first page that they may see.
 */
export async function firstPage({ context }: { context: { can: Session['can'] } }): Promise<void> {
  if (context.can('CONFIG_APP:EDIT')) {
    const setup = await queryClient.fetchQuery({ ...setupQuery, retry: false }).catch(() => null);
    if (setup?.is_open) return;
  }
  if (context.can('DASHBOARD_TICKET:VIEW')) return;
  const pages = pagesFor(context.can);
  // Whoever watches others has a desk as well.
  const first = pages.find(({ code }) => code === 'TICKETS') ?? pages[0];
  throw redirect({ to: first?.link ?? '/profile', replace: true });
}

/** Whose password has expired changes it before anything else; everybody else has no business there. */
export async function enterForcedChange(): Promise<void> {
  const { password_expired: isExpired } = await readAnew();
  if (!isExpired) throw redirect({ to: '/' });
}

/** Whose role requires a second factor sets one up first. */
export async function enterForcedSetUp(): Promise<void> {
  const { second_factor_missing: isMissing } = await readAnew();
  if (!isMissing) throw redirect({ to: '/' });
}

/** As the server says it now: it may be other than what was known when the session began. */
async function readAnew(): Promise<CurrentUser> {
  const answer = await queryClient.fetchQuery({ ...userQuery, staleTime: 0 }).catch(() => null);
  if (!answer) throw redirect({ to: '/login' });
  return answer.data;
}
