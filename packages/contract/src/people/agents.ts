import { z } from 'zod';
import { ACTIVITY_CAUSES, activityId, CHOSEN_ACTIVITIES } from '../kit/codes.ts';
import { endpoint } from '../kit/endpoint.ts';
import { id, idText, timestamp } from '../kit/shapes.ts';

export const userActivity = z.object({
  id: activityId,
  name: z.string(),
  /** May a person choose it, or is it set by what happens to them? */
  is_chosen: z.boolean(),
});

export const getUserActivity = endpoint({
  method: 'GET',
  path: '/api/user_activities',
  permission: 'signed-in',
  keys: true,
  summary: 'One activity by its id.',
  whileRestricted: true,
  query: z.object({ id: idText }),
  response: z.object({ data: userActivity }),
});

/** What colleagues may know of an agent. */
export const agent = z.object({
  id,
  fullname: z.string(),
  user_level_id: id,
  department_ids: z.array(id),
  user_activity_id: activityId,
  break_reason_id: id.nullable(),
  activity_since: timestamp,
  /** Of 12 and 17 only: whether this is wrap-up after a call, or a call was missed. Calls are offered in neither. */
  activity_cause: z.enum(ACTIVITY_CAUSES).nullable(),
  /** When wrap-up ends by itself; null where it does not. */
  activity_ends_at: timestamp.nullable(),
});
export type Agent = z.infer<typeof agent>;

export const listAgents = endpoint({
  method: 'GET',
  path: '/api/agents',
  permission: 'signed-in',
  summary: 'Everybody who can be given a ticket, with what they are doing now.',
  response: z.object({ data: z.array(agent) }),
});

export const setActivity = endpoint({
  method: 'PUT',
  path: '/api/user/activity',
  permission: 'signed-in',
  summary: 'Change your own activity. A break needs its reason.',
  body: z.strictObject({
    user_activity_id: z.literal([...CHOSEN_ACTIVITIES]),
    break_reason_id: id.optional(),
  }),
  response: z.object({ data: agent }),
});

export const extendWrapUp = endpoint({
  method: 'POST',
  path: '/api/user/activity/extend',
  permission: 'signed-in',
  summary: 'Stay in wrap-up for a minute longer. Refused when you are in none that ends by itself.',
  body: z.strictObject({}),
  response: z.object({ data: agent }),
});

export const agentEvents = {
  'user-activity-changed': agent,
};
