import { z } from 'zod';
import { endpoint } from '../kit/endpoint.ts';
import { cursor, id, idText, timestamp } from '../kit/shapes.ts';
import {
  dashboardCommonFields,
  dashboardFilterFields,
  dashboardQuery,
  recordPageSchema,
} from './dashboard-frame.ts';
import { calendarDay, isDayRangeInOrder, DAY_RANGE_ERROR } from './day-range.ts';

const count = z.number().int();

const surveyFigures = z.object({
  /** Calls whose customer could rate them, by their end, and the share that was rated. */
  asked: count,
  rated_ratio: z.number().nullable(),
  /** Number of ratings, by when they were given. */
  ratings: count,
  /** The share of ratings of 4 and 5. */
  csat_ratio: z.number().nullable(),
  mean: z.number().nullable(),
  /** How many ratings of 1, 2, 3, 4 and 5. */
  of: z.array(count).length(5),
});
export type SurveyFigures = z.infer<typeof surveyFigures>;

const surveyRow = z.object({
  /** The id of the agent or department; null for calls without one. */
  id: id.nullable(),
  name: z.string().nullable(),
  is_left: z.boolean(),
  figures: surveyFigures,
});
export type SurveyRow = z.infer<typeof surveyRow>;

export const surveyDashboard = z.object({
  ...dashboardCommonFields,
  total: surveyFigures,
  /** The same for the period before; null if not requested. */
  before: surveyFigures.nullable(),
  /** The days with a rating or a call. */
  days: z.array(z.object({ day: calendarDay, figures: surveyFigures })),
  agents: z.array(surveyRow),
  departments: z.array(surveyRow),
});
export type SurveyDashboard = z.infer<typeof surveyDashboard>;

export const callOpinion = z.object({
  call_id: id,
  ticket_id: id,
  number: z.string(),
  agent: z.string().nullable(),
  department: z.string(),
  rating: count,
  comment: z.string(),
  rated_at: timestamp,
});
export type CallOpinion = z.infer<typeof callOpinion>;

const permission = 'DASHBOARD_SURVEY:VIEW';

export const getSurveyDashboard = endpoint({
  method: 'GET',
  path: '/api/dashboards/survey',
  permission,
  summary:
    'The survey dashboard for a range of days, in the workspace’s time zone: ratings of calls, all as of one moment.',
  query: dashboardQuery,
  response: z.object({ data: surveyDashboard }),
});

export const listCallOpinions = endpoint({
  method: 'GET',
  path: '/api/dashboards/survey/ratings',
  permission,
  summary: 'The ratings behind the survey dashboard, with their comments, newest first.',
  query: z
    .object({
      ...dashboardFilterFields,
      user_id: idText.optional(),
      rating: z.coerce.number().int().min(1).max(5).optional(),
      /** `1`: only ratings with a comment. */
      commented: z.literal('1').optional(),
      after: cursor.optional(),
    })
    .refine(isDayRangeInOrder, DAY_RANGE_ERROR),
  response: recordPageSchema(callOpinion),
});
