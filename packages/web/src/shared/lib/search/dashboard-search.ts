import { readId } from './desk-search.ts';
import { readFigureSearch, type FigureSearch } from './figure-search.ts';

/** Parameters of a dashboard's address: its filters, and the figure whose tickets are open. */
export type DashboardSearch = FigureSearch & {
  figure?: string;
  /** Narrows the figure's tickets to this day or the days up to `last`, or to this hour of the week. */
  day?: string;
  last?: string;
  weekday?: number;
  hour?: number;
  /** The agent whose figure is open; `with` has the ids of the agents to compare, joined by commas. */
  person?: number;
  media?: number;
  rating?: number;
  with?: string;
};

/** Reads the address of a dashboard; values that are not valid are left out. */
export function readDashboardSearch(search: Record<string, unknown>): DashboardSearch {
  const read: DashboardSearch = readFigureSearch(search);
  const { figure, day, last } = search;
  if (typeof figure === 'string' && figure) read.figure = figure;
  if (isDay(day)) {
    read.day = day;
    if (isDay(last) && last > day) read.last = last;
  }
  const person = readId({ id: search['person'] });
  const media = readId({ id: search['media'] });
  if (person !== undefined) read.person = person;
  if (media !== undefined) read.media = media;
  const rating = below(6, search['rating']);
  if (rating) read.rating = rating;
  const compared = search['with'];
  if (typeof compared === 'string' && /^\d{1,15}(,\d{1,15}){0,3}$/.test(compared)) read.with = compared;
  const weekday = below(7, search['weekday']);
  const hour = below(24, search['hour']);
  if (weekday !== undefined && hour !== undefined) Object.assign(read, { weekday, hour });
  return read;
}

const isDay = (value: unknown): value is string =>
  typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value) && !Number.isNaN(Date.parse(value));

function below(end: number, value: unknown): number | undefined {
  const text = String(value);
  return /^\d{1,2}$/.test(text) && Number(text) < end ? Number(text) : undefined;
}
