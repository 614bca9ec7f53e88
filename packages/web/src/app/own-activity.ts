import { queryClient } from '#shared/api/query-client.ts';
import { userQuery } from '#shared/api/session.ts';
import type { Agent } from '@trunkline/contract';

/** Takes over what is known of one's own activity, unless something newer is. */
export function takeOwnActivity(agent: Agent): void {
  queryClient.setQueryData(userQuery.queryKey, (known) => {
    if (!known || known.data.id !== agent.id || known.data.activity_since > agent.activity_since)
      return known;
    const { user_activity_id, break_reason_id, activity_since } = agent;
    return { ...known, data: { ...known.data, user_activity_id, break_reason_id, activity_since } };
  });
}
