import { z } from 'zod';

/** A day of the workspace's calendar. */
export const calendarDay = z.iso.date();
/** The longest range of a report, in days. */
const REPORT_DAYS_MAX = 3660;
const DAY_MS = 86_400_000;

/** Both days are included. */
export const dayRange = { from: calendarDay, until: calendarDay };
/** The days to compare with, if requested. */
export const comparisonDayFields = {
  before_from: calendarDay.optional(),
  before_until: calendarDay.optional(),
};

type Days = { from: string; until: string };
type DaysBefore = { before_from?: string | undefined; before_until?: string | undefined };

export const isDayRangeInOrder = ({ from, until }: Days): boolean => {
  const days = (Date.parse(until) - Date.parse(from)) / DAY_MS;
  return days >= 0 && days < REPORT_DAYS_MAX;
};

/** Whether both or neither are given, in order. */
export const isComparisonInOrder = ({ before_from: from, before_until: until }: DaysBefore): boolean =>
  (from === undefined) === (until === undefined) &&
  (from === undefined || until === undefined || isDayRangeInOrder({ from, until }));

export const DAY_RANGE_ERROR = {
  message: 'The range must end on or after its first day, and be shorter than ten years',
  path: ['until'],
};
export const COMPARISON_RANGE_ERROR = { ...DAY_RANGE_ERROR, path: ['before_until'] };
