import { readRange } from '#shared/filters/read-range.ts';
import type { RangeSearch } from '@trunkline/contract';
import { readId } from './desk-search.ts';

/** What the address of a dashboard may carry: what is looked at, and which figure's tickets are open. */
export type DashboardSearch = RangeSearch & {
  department?: number;
  figure?: string;
  /** Of the figure: only those of this day, or of this hour of the week. */
  day?: string;
  weekday?: number;
  hour?: number;
};

/** Reads the address of a dashboard; what is not understood is left out. */
export function readDashboardSearch(search: Record<string, unknown>): DashboardSearch {
  const read: DashboardSearch = readRange(search);
  const department = readId({ id: search['department'] });
  if (department !== undefined) read.department = department;
  const { figure, day } = search;
  if (typeof figure === 'string' && figure) read.figure = figure;
  if (typeof day === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(day) && !Number.isNaN(Date.parse(day)))
    read.day = day;
  const weekday = below(7, search['weekday']);
  const hour = below(24, search['hour']);
  if (weekday !== undefined && hour !== undefined) Object.assign(read, { weekday, hour });
  return read;
}

function below(end: number, value: unknown): number | undefined {
  const text = String(value);
  return /^\d{1,2}$/.test(text) && Number(text) < end ? Number(text) : undefined;
}
