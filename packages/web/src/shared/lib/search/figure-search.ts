import { readRange } from '#shared/filters/read-range.ts';
import type { RangeSearch } from '@trunkline/contract';
import { readId } from './desk-search.ts';

/** Parameters by which a page of figures is filtered. */
export type FigureSearch = RangeSearch & {
  department?: number;
  agent?: number;
  account?: number;
  reason?: number;
  outcome?: string;
  /** Conditions on tickets, written as in the address of /tickets. */
  where?: string;
  /** `now`: by the current department of each ticket instead of the one at the time. */
  departments?: 'now';
};

const IDS = ['department', 'agent', 'account', 'reason'] as const;
const TEXTS = ['outcome', 'where'] as const;

/** Reads these parameters; values that are not valid are left out. */
export function readFigureSearch(search: Record<string, unknown>): FigureSearch {
  const read: FigureSearch = readRange(search);
  for (const name of TEXTS) if (typeof search[name] === 'string' && search[name]) read[name] = search[name];
  for (const name of IDS) {
    const id = readId({ id: search[name] });
    if (id !== undefined) read[name] = id;
  }
  if (search['departments'] === 'now') read.departments = 'now';
  return read;
}
