import { z } from 'zod';
import { idText, timestamp } from '../kit/shapes.ts';
import { dayRange, daysBefore, isBeforeInOrder, isInOrder, WRONG_BEFORE, WRONG_RANGE } from './day-range.ts';

/** The filters of every dashboard and of the records behind it. */
export const dashboardNarrowed = { ...dayRange, department_id: idText.optional() };

export const dashboardQuery = z
  .object({ ...dashboardNarrowed, ...daysBefore })
  .refine(isInOrder, WRONG_RANGE)
  .refine(isBeforeInOrder, WRONG_BEFORE);

/** The fields that every dashboard has in addition to its figures. */
export const dashboardFrame = {
  time_zone: z.string(),
  /** When the figures were computed. */
  at: timestamp,
  /** The range as moments: start inclusive, end exclusive. */
  starts_at: timestamp,
  ends_at: timestamp,
  /** The end of the compared period, at the same time of day; null if not requested. */
  before_ends_at: timestamp.nullable(),
};

export type DashboardFrame = z.infer<z.ZodObject<typeof dashboardFrame>>;

/** A page of the records behind a figure. */
export const recordPage = <Shape extends z.ZodType>(record: Shape) =>
  z.object({ data: z.array(record), next: z.string().nullable() });
