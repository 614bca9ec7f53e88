import { call } from '#shared/api/call.ts';
import { queryClient } from '#shared/api/query-client.ts';
import { realtime } from '#shared/api/realtime.ts';
import { userQuery } from '#shared/api/session.ts';
import type { useRouter } from '@tanstack/react-router';
import { logout } from '@trunkline/contract';

export type Router = ReturnType<typeof useRouter>;
export type SignOutReason = 'revoked' | 'expired' | 'signed-out';

/** Leaves the shell and clears all data of the user. */
export async function leaveShell(router: Router, reason: SignOutReason): Promise<void> {
  // Outside the shell there is nothing to clear, and the current page shows what happened itself.
  if (!queryClient.getQueryData(userQuery.queryKey)) return;
  realtime.stop();
  const { href } = router.state.location;
  const next = reason === 'expired' && href !== '/' ? { next: href } : {};
  await router.navigate({ to: '/login', search: { reason, ...next } });
  // Cleared after the navigation, because the page that is being left still reads the session.
  queryClient.clear();
}

/** Ends the session on the server, then leaves. */
export async function signOut(router: Router): Promise<void> {
  const answer = await call(logout).catch(() => undefined);
  // A single sign-on provider has to end its session as well, or its button would sign the user in again at once.
  if (answer?.url !== undefined) return window.location.assign(answer.url);
  await leaveShell(router, 'signed-out');
}
