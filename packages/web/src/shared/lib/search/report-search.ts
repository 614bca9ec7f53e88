import { readId } from './desk-search.ts';
import { readFigureSearch, type FigureSearch } from './figure-search.ts';

/** What the address of a report may carry. */
export type ReportSearch = FigureSearch & {
  /** What a row is of, or `record`. */
  group?: string;
  /** One row of the table alone: `queue:support`. */
  row?: string;
};

/** Reads the address of a report; what is not understood is left out. */
export function readReportSearch(search: Record<string, unknown>): ReportSearch {
  const read: ReportSearch = readFigureSearch(search);
  if (typeof search['group'] === 'string' && search['group']) read.group = search['group'];
  if (typeof search['row'] === 'string' && search['row']) read.row = search['row'];
  // What addresses said before an agent could be chosen.
  const person = readId({ id: search['person'] });
  if (person !== undefined) read.agent ??= person;
  return read;
}

/** What the address of people's activity may carry. */
export type ActivitySearch = { view?: 'plan'; day?: string; department?: number; id?: number };

export function readActivitySearch(search: Record<string, unknown>): ActivitySearch {
  const read: ActivitySearch = {};
  if (search['view'] === 'plan') read.view = 'plan';
  const { day } = search;
  if (typeof day === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(day) && !Number.isNaN(Date.parse(day)))
    read.day = day;
  for (const name of ['department', 'id'] as const) {
    const id = readId({ id: search[name] });
    if (id !== undefined) read[name] = id;
  }
  return read;
}
