import { call } from '#shared/api/call.ts';
import { queryClient } from '#shared/api/query-client.ts';
import { userQuery } from '#shared/api/session.ts';
import { queryOptions } from '@tanstack/react-query';
import { changeEmail, listSessions, updateUser, type BodyOf } from '@trunkline/contract';

export const sessionsQuery = queryOptions({
  queryKey: ['session', 'list'],
  queryFn: ({ signal }) => call(listSessions, { signal }).then((answer) => answer.data),
});

/** Changes the signed-in user's profile; the answer replaces the cached user. */
export async function changeProfile(patch: BodyOf<typeof updateUser>): Promise<void> {
  queryClient.setQueryData(userQuery.queryKey, await call(updateUser, { body: patch }));
}

export async function changeOwnEmail(body: BodyOf<typeof changeEmail>): Promise<void> {
  queryClient.setQueryData(userQuery.queryKey, await call(changeEmail, { body }));
}
