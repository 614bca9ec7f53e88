import { call } from '#shared/api/call.ts';
import { queryClient } from '#shared/api/query-client.ts';
import { realtime } from '#shared/api/realtime.ts';
import { levelQuery, userQuery } from '#shared/api/session.ts';
import { getUser } from '@trunkline/contract';

/**
 * Fetches the signed-in user anew. Another role is loaded before the user is replaced, because every permission on the
 * screen is read from it.
 */
async function readAgain(): Promise<void> {
  const answer = await call(getUser, {});
  await queryClient.ensureQueryData(levelQuery(answer.data.user_level_id));
  queryClient.setQueryData(userQuery.queryKey, answer);
}

/** Applies what an administrator changes in the signed-in user's account at once: role, departments, extension, alerts. */
export const followOwnAccount = (): (() => void) =>
  // A failure needs no handling: a session that has ended is reported elsewhere, and after a lost connection everything
  // is fetched anew.
  realtime.on('user-changed', () => void readAgain().catch(() => undefined));
