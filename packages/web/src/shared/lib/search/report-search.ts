import { readId } from './desk-search.ts';
import { readFigureSearch, type FigureSearch } from './figure-search.ts';

/** Parameters of a report's address. */
export type ReportSearch = FigureSearch & {
  /** What rows are grouped by, or `record` for single records. */
  group?: string;
  /** Shows one row of the table only: `queue:support`. */
  row?: string;
  /** Shows only the records that this metric counts. */
  metric?: string;
  /** `office`: times count in office hours. */
  hours?: 'office';
  /** Codes of the columns in their order, with commas between; all where left out. */
  columns?: string;
};

const TEXTS = ['group', 'row', 'metric', 'columns'] as const;

/** Reads the address of a report; values that are not valid are left out. */
export function readReportSearch(search: Record<string, unknown>): ReportSearch {
  const read: ReportSearch = readFigureSearch(search);
  for (const name of TEXTS) if (typeof search[name] === 'string' && search[name]) read[name] = search[name];
  if (search['hours'] === 'office') read.hours = 'office';
  // Older addresses have the agent under `person`.
  const person = readId({ id: search['person'] });
  if (person !== undefined) read.agent ??= person;
  return read;
}

/** Parameters of the address of the agents' activity. */
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
