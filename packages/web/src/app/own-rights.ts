import { ApiError } from '#shared/api/api-error.ts';
import { askUntil } from '#shared/api/ask-until.ts';
import { call } from '#shared/api/call.ts';
import { queryClient } from '#shared/api/query-client.ts';
import { realtime } from '#shared/api/realtime.ts';
import { levelQuery, userQuery } from '#shared/api/session.ts';
import type { Query } from '@tanstack/react-query';
import { getUser } from '@trunkline/contract';
import { takeOwnActivity } from './own-activity.ts';

const OF_SESSION = 'session';

let taking: Promise<void> = Promise.resolve();

/** The menu, every list and what is told follow what one may do now, without a new sign-in. */
export function takeRights(): Promise<void> {
  // One after the other: an older answer must not come after a newer one.
  taking = taking.catch(() => undefined).then(take);
  return taking;
}

async function take(): Promise<void> {
  const answer = await askUntil(() => call(getUser));
  // First the level: whoever reads who is signed in finds the level of theirs.
  const level = levelQuery(answer.data.user_level_id);
  await askUntil(() => queryClient.fetchQuery({ ...level, staleTime: 0 }));
  const known = queryClient.getQueryData(userQuery.queryKey);
  queryClient.setQueryData(userQuery.queryKey, answer);
  // An answer that an event of one's own activity has overtaken does not put it back.
  if (known) takeOwnActivity(known.data);
  await realtime.renew();
  queryClient.removeQueries({ type: 'inactive', predicate: isNotOfSession });
  await queryClient.invalidateQueries({ predicate: isNotOfSession });
  // What is refused from now on is no longer shown as it was.
  await queryClient.resetQueries({ predicate: ({ state }) => isOutOfSight(state.error) });
}

const isNotOfSession = ({ queryKey }: Query): boolean => queryKey[0] !== OF_SESSION;

const isOutOfSight = (error: unknown): boolean =>
  error instanceof ApiError && (error.code === 'forbidden' || error.code === 'not_found');
