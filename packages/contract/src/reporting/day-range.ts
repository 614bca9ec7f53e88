import { z } from 'zod';

/** A day of the workspace's calendar. */
export const calendarDay = z.iso.date();
/** The longest range that is reported at once. */
const REPORT_DAYS_MAX = 3660;
const DAY_MS = 86_400_000;

/** Both days are part of it. */
export const dayRange = { from: calendarDay, until: calendarDay };
/** The days to compare with, where that is asked for. */
export const daysBefore = { before_from: calendarDay.optional(), before_until: calendarDay.optional() };

type Days = { from: string; until: string };
type DaysBefore = { before_from?: string | undefined; before_until?: string | undefined };

export const isInOrder = ({ from, until }: Days): boolean => {
  const days = (Date.parse(until) - Date.parse(from)) / DAY_MS;
  return days >= 0 && days < REPORT_DAYS_MAX;
};

/** Both or neither. */
export const isBeforeInOrder = ({ before_from: from, before_until: until }: DaysBefore): boolean =>
  (from === undefined) === (until === undefined) &&
  (from === undefined || until === undefined || isInOrder({ from, until }));

export const WRONG_RANGE = {
  message: 'The range must end on or after its first day, and be shorter than ten years',
  path: ['until'],
};
export const WRONG_BEFORE = { ...WRONG_RANGE, path: ['before_until'] };
