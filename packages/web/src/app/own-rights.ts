import { ApiError } from '#shared/api/api-error.ts';
import { retryUntilSignedOut } from '#shared/api/retry-until-signed-out.ts';
import { call } from '#shared/api/call.ts';
import { queryClient } from '#shared/api/query-client.ts';
import { realtime } from '#shared/api/realtime.ts';
import { levelQuery, userQuery } from '#shared/api/session.ts';
import type { Query } from '@tanstack/react-query';
import { getUser } from '@trunkline/contract';
import { applyOwnActivity } from './own-activity.ts';

const OF_SESSION = 'session';

let taking: Promise<void> = Promise.resolve();

/** Applies changed permissions to the menu, the lists and the watched topics without a new sign-in. */
export function refreshRights(): Promise<void> {
  // Runs one after the other, so that an older answer cannot overwrite a newer one.
  taking = taking.catch(() => undefined).then(refetchUser);
  return taking;
}

async function refetchUser(): Promise<void> {
  const answer = await retryUntilSignedOut(() => call(getUser));
  // The role comes first, because whoever reads the user then reads the role by its id.
  const level = levelQuery(answer.data.user_level_id);
  await retryUntilSignedOut(() => queryClient.fetchQuery({ ...level, staleTime: 0 }));
  const known = queryClient.getQueryData(userQuery.queryKey);
  queryClient.setQueryData(userQuery.queryKey, answer);
  // Keeps an activity that an event has changed while the answer was on its way.
  if (known) applyOwnActivity(known.data);
  await realtime.renew();
  queryClient.removeQueries({ type: 'inactive', predicate: isNotOfSession });
  await queryClient.invalidateQueries({ predicate: isNotOfSession });
  // Queries that are refused from now on must not keep showing their old data.
  await queryClient.resetQueries({ predicate: ({ state }) => isOutOfSight(state.error) });
}

const isNotOfSession = ({ queryKey }: Query): boolean => queryKey[0] !== OF_SESSION;

const isOutOfSight = (error: unknown): boolean =>
  error instanceof ApiError && (error.code === 'forbidden' || error.code === 'not_found');
