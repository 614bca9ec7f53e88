import { z } from 'zod';
import { endpoint } from '../kit/endpoint.ts';
import { timestamp } from '../kit/shapes.ts';
import { calendarDay } from './day-range.ts';

export const SERVICE_LEVEL_TARGET_SECONDS_MAX = 3600;
export const SHORT_ABANDON_SECONDS_MAX = 600;

/** The target for answering telephone calls, and which abandons are not counted; valid from a day on. */
export const serviceLevelRule = z.object({
  valid_from: calendarDay,
  target_seconds: z.number().int().min(1).max(SERVICE_LEVEL_TARGET_SECONDS_MAX),
  /** Callers who hang up within this time are not counted. */
  short_abandon_seconds: z.number().int().min(0).max(SHORT_ABANDON_SECONDS_MAX),
});
export type ServiceLevelRule = z.infer<typeof serviceLevelRule>;

export const listServiceLevels = endpoint({
  method: 'GET',
  path: '/api/service_levels',
  permission: 'REPORT_CALLS:VIEW',
  summary: 'The definitions of the service level, by the day from which each applies, latest first.',
  response: z.object({
    data: z.array(serviceLevelRule.extend({ set_by: z.string().nullable(), set_at: timestamp })),
    /** The current day in the workspace; rules can be set from today on. */
    today: calendarDay,
  }),
});
export type ServiceLevels = z.infer<typeof listServiceLevels.response>;

export const setServiceLevel = endpoint({
  method: 'PUT',
  path: '/api/service_levels',
  permission: 'CONFIG_APP:EDIT',
  summary: 'Set the definition of the service level from today or a later day on. Earlier days keep theirs.',
  body: z.strictObject(serviceLevelRule.shape),
  response: z.object({ data: serviceLevelRule }),
});
