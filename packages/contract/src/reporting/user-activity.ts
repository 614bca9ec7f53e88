import { z } from 'zod';
import { ACTIVITY_CAUSES, activityId, CHOOSABLE_ACTIVITIES } from '../kit/codes.ts';
import { endpoint } from '../kit/endpoint.ts';
import { okResponse, id, idText, line, timestamp } from '../kit/shapes.ts';
import { calendarDay } from './day-range.ts';

/** A span of one activity, cut at the ends of the day. Times are whole seconds, so that spans add up. */
export const activityStretch = z.object({
  from: timestamp,
  until: timestamp,
  user_activity_id: activityId,
  /** With activity 12 and 17 only: wrap-up after a call, or a missed call. */
  activity_cause: z.enum(ACTIVITY_CAUSES).nullable(),
  break_reason_id: id.nullable(),
  /** The connection was lost: it ends with the last sign of life. */
  is_closed_by_system: z.boolean(),
  /** The correction that created it. */
  correction_id: id.nullable(),
  /** For a break: how far its whole length, also outside of this day, exceeds its limit. */
  over_seconds: z.number().int(),
});
export type ActivityStretch = z.infer<typeof activityStretch>;

export const activityCorrection = z.object({
  id,
  from: timestamp,
  until: timestamp,
  user_activity_id: activityId,
  break_reason_id: id.nullable(),
  reason: z.string(),
  corrected_by: z.string(),
  corrected_at: timestamp,
});
export type ActivityCorrection = z.infer<typeof activityCorrection>;

export const activityDay = z.object({
  user_id: id,
  fullname: z.string(),
  /** The user is not active any more. */
  is_left: z.boolean(),
  /** The activities of that day, without gaps from the first to the last, including offline in between. */
  stretches: z.array(activityStretch),
  /** Seconds by `activity_cause`, or else by activity, without offline; their sum is `signed_in_seconds`. */
  seconds: z.partialRecord(z.string(), z.number().int()),
  signed_in_seconds: z.number().int(),
  /** The calls that they were in, by telephone and in rooms. */
  calls: z.array(
    z.object({
      from: timestamp,
      until: timestamp,
      ticket_id: id.nullable(),
      customer_name: z.string().nullable(),
    }),
  ),
  corrections: z.array(activityCorrection),
});
export type ActivityDay = z.infer<typeof activityDay>;

export const getActivityDay = endpoint({
  method: 'GET',
  path: '/api/user-activity',
  permission: 'USER-ACTIVITY:VIEW',
  summary: 'The activity of each agent on one day, in the workspace’s time zone, by the second.',
  query: z.object({ day: calendarDay, department_id: idText.optional() }),
  response: z.object({
    data: z.object({
      day: calendarDay,
      time_zone: z.string(),
      /** The start and end of the day, which are 23 to 25 hours apart. */
      from: timestamp,
      until: timestamp,
      at: timestamp,
      people: z.array(activityDay),
    }),
  }),
});
export type ActivityDays = z.infer<typeof getActivityDay.response>['data'];

export const correctActivity = endpoint({
  method: 'POST',
  path: '/api/user-activity/corrections',
  permission: 'USER-ACTIVITY:EDIT',
  summary: 'Correct an agent’s activity for a past time. The recorded activity is kept as well.',
  body: z.strictObject({
    user_id: id,
    from: z.iso.datetime(),
    until: z.iso.datetime(),
    user_activity_id: z.literal([...CHOOSABLE_ACTIVITIES]),
    break_reason_id: id.nullable(),
    reason: line(500),
  }),
  response: z.object({ data: activityCorrection }),
});

export const withdrawCorrection = endpoint({
  method: 'DELETE',
  path: '/api/user-activity/corrections/:id',
  permission: 'USER-ACTIVITY:EDIT',
  summary: 'Withdraw a correction: the recorded activity counts again.',
  params: z.object({ id: idText }),
  response: okResponse,
});

export const ACTIVITY_FINDINGS = ['closed_by_system', 'out_of_order', 'state_differs'] as const;

export const listActivityFindings = endpoint({
  method: 'GET',
  path: '/api/user-activity/findings',
  permission: 'USER-ACTIVITY:VIEW',
  summary: 'Problems in agents’ activities that the nightly check found in the last 31 days, newest first.',
  response: z.object({
    data: z.array(
      z.object({
        day: calendarDay,
        user_id: id,
        fullname: z.string(),
        kind: z.enum(ACTIVITY_FINDINGS),
        at: timestamp,
      }),
    ),
    /** When the check last ran; null: never. */
    checked_at: timestamp.nullable(),
  }),
});
export type ActivityFinding = z.infer<typeof listActivityFindings.response>['data'][number];
