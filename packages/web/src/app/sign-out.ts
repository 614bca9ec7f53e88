import { call } from '#shared/api/call.ts';
import { queryClient } from '#shared/api/query-client.ts';
import { realtime } from '#shared/api/realtime.ts';
import { userQuery } from '#shared/api/session.ts';
import type { useRouter } from '@tanstack/react-router';
import { logout } from '@trunkline/contract';

export type Router = ReturnType<typeof useRouter>;
export type SignOutReason = 'revoked' | 'expired' | 'signed-out';

/** Leaves the shell with nothing of the user left behind. */
export async function leave(router: Router, reason: SignOutReason): Promise<void> {
  // Whoever is not in the shell has nothing to leave: their own page says what happened.
  if (!queryClient.getQueryData(userQuery.queryKey)) return;
  realtime.stop();
  const { href } = router.state.location;
  const next = reason === 'expired' && href !== '/' ? { next: href } : {};
  await router.navigate({ to: '/login', search: { reason, ...next } });
  // After the page has changed: the one before still reads the session while it goes.
  queryClient.clear();
}

/** Ends the session on the server, then leaves. */
export async function signOut(router: Router): Promise<void> {
  const answer = await call(logout).catch(() => undefined);
  // A provider that began the session ends its own as well, or the next press of its button would sign in again.
  if (answer?.url !== undefined) return window.location.assign(answer.url);
  await leave(router, 'signed-out');
}
