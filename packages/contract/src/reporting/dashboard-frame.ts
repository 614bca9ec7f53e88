import { z } from 'zod';
import { idText, timestamp } from '../kit/shapes.ts';
import { dayRange, daysBefore, isBeforeInOrder, isInOrder, WRONG_BEFORE, WRONG_RANGE } from './day-range.ts';

/** What every dashboard and the records behind it can be narrowed down by. */
export const dashboardNarrowed = { ...dayRange, department_id: idText.optional() };

export const dashboardQuery = z
  .object({ ...dashboardNarrowed, ...daysBefore })
  .refine(isInOrder, WRONG_RANGE)
  .refine(isBeforeInOrder, WRONG_BEFORE);

/** What every dashboard says of its figures. */
export const dashboardFrame = {
  time_zone: z.string(),
  /** The moment of which the figures are. */
  at: timestamp,
  /** The range as moments: the first is part of it, the last is not. */
  starts_at: timestamp,
  ends_at: timestamp,
  /** Up to when the time before is counted, which is the same hour; null where it is not asked for. */
  before_ends_at: timestamp.nullable(),
};

export type DashboardFrame = z.infer<z.ZodObject<typeof dashboardFrame>>;

/** A page of the records behind a figure. */
export const recordPage = <Shape extends z.ZodType>(record: Shape) =>
  z.object({ data: z.array(record), next: z.string().nullable() });
