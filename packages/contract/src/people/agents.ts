import { z } from 'zod';
import { ACTIVITY_CAUSES, activityId, CHOOSABLE_ACTIVITIES } from '../kit/codes.ts';
import { endpoint } from '../kit/endpoint.ts';
import { id, idText, timestamp } from '../kit/shapes.ts';

export const userActivity = z.object({
  id: activityId,
  name: z.string(),
  /** Whether a user may choose it; otherwise it is set automatically. */
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

/** An agent as colleagues see them. */
export const agent = z.object({
  id,
  fullname: z.string(),
  user_level_id: id,
  department_ids: z.array(id),
  user_activity_id: activityId,
  break_reason_id: id.nullable(),
  activity_since: timestamp,
  /** With activity 12 and 17 only: wrap-up after a call, or a missed call. No calls are offered in either. */
  activity_cause: z.enum(ACTIVITY_CAUSES).nullable(),
  /** When wrap-up ends automatically; null where it does not. */
  activity_ends_at: timestamp.nullable(),
});
export type Agent = z.infer<typeof agent>;

export const listAgents = endpoint({
  method: 'GET',
  path: '/api/agents',
  permission: 'signed-in',
  summary: 'Everyone to whom tickets can be assigned, with their current activity.',
  response: z.object({ data: z.array(agent) }),
});

export const setActivity = endpoint({
  method: 'PUT',
  path: '/api/user/activity',
  permission: 'signed-in',
  summary: 'Change your own activity. A break needs its reason.',
  body: z.strictObject({
    user_activity_id: z.literal([...CHOOSABLE_ACTIVITIES]),
    break_reason_id: id.optional(),
  }),
  response: z.object({ data: agent }),
});

export const extendWrapUp = endpoint({
  method: 'POST',
  path: '/api/user/activity/extend',
  permission: 'signed-in',
  summary: 'Extend your wrap-up by a minute. Refused if you are not in a wrap-up that ends automatically.',
  body: z.strictObject({}),
  response: z.object({ data: agent }),
});

export const agentEvents = {
  'user-activity-changed': agent,
};
