import { call } from '#shared/api/call.ts';
import { queryClient } from '#shared/api/query-client.ts';
import { realtime } from '#shared/api/realtime.ts';
import { levelQuery, userQuery } from '#shared/api/session.ts';
import { getUser } from '@trunkline/contract';

/** Reads the own account anew; with another level only once that is known, because everything on the screen goes by it. */
async function readAgain(): Promise<void> {
  const answer = await call(getUser, {});
  await queryClient.ensureQueryData(levelQuery(answer.data.user_level_id));
  queryClient.setQueryData(userQuery.queryKey, answer);
}

/** What an administrator changes of one's own account counts at once: level, departments, extension, alerts. */
export const followOwnAccount = (): (() => void) =>
  // Refused, the session has ended, which is told apart; unreachable, everything is fetched anew after it.
  realtime.on('user-changed', () => void readAgain().catch(() => undefined));
