import { z } from 'zod';
import { idText, timestamp } from '../kit/shapes.ts';
import {
  dayRange,
  comparisonDayFields,
  isComparisonInOrder,
  isDayRangeInOrder,
  COMPARISON_RANGE_ERROR,
  DAY_RANGE_ERROR,
} from './day-range.ts';

/** The filters of every dashboard and of the records behind it. */
export const dashboardFilterFields = { ...dayRange, department_id: idText.optional() };

export const dashboardQuery = z
  .object({ ...dashboardFilterFields, ...comparisonDayFields })
  .refine(isDayRangeInOrder, DAY_RANGE_ERROR)
  .refine(isComparisonInOrder, COMPARISON_RANGE_ERROR);

/** The fields that every dashboard has in addition to its figures. */
export const dashboardCommonFields = {
  time_zone: z.string(),
  /** When the figures were computed. */
  at: timestamp,
  /** The range as moments: start inclusive, end exclusive. */
  starts_at: timestamp,
  ends_at: timestamp,
  /** The end of the compared period, at the same time of day; null if not requested. */
  before_ends_at: timestamp.nullable(),
};

export type DashboardCommonFields = z.infer<z.ZodObject<typeof dashboardCommonFields>>;

/** A page of the records behind a figure. */
export const recordPageSchema = <Shape extends z.ZodType>(record: Shape) =>
  z.object({ data: z.array(record), next: z.string().nullable() });
