import { keepLive } from '#shared/api/feed/live-registry.ts';
import { queryClient } from '#shared/api/query-client.ts';
import { userQuery } from '#shared/api/session.ts';
import { hashKey } from '@tanstack/react-query';
import type { CurrentUser } from '@trunkline/contract';

type ActivityFields = Pick<
  CurrentUser,
  'id' | 'user_activity_id' | 'break_reason_id' | 'activity_since' | 'activity_cause' | 'activity_ends_at'
>;

/** Replaces the signed-in user's activity in the cache, unless the cached one is newer. */
export function applyOwnActivity(agent: ActivityFields): void {
  queryClient.setQueryData(userQuery.queryKey, (known) => {
    if (!known || known.data.id !== agent.id || known.data.activity_since > agent.activity_since)
      return known;
    const { user_activity_id, break_reason_id, activity_since, activity_cause, activity_ends_at } = agent;
    const own = { user_activity_id, break_reason_id, activity_since, activity_cause, activity_ends_at };
    return { ...known, data: { ...known.data, ...own } };
  });
}

/** Keeps the cached activity current by events, which also correct an answer that was on its way when it changed. */
export const followOwnActivity = (): (() => void) =>
  keepLive(hashKey(userQuery.queryKey), ({ name, payload }) => {
    if (name === 'user-activity-changed') applyOwnActivity(payload);
  });
