import { readRange } from '#shared/filters/read-range.ts';
import type { RangeSearch } from '@trunkline/contract';
import { readId } from './desk-search.ts';

/** What the address of a page of figures says of which of them are looked at. */
export type FigureSearch = RangeSearch & {
  department?: number;
  agent?: number;
  account?: number;
  reason?: number;
  outcome?: string;
  /** Conditions on tickets, as the desk's address has them. */
  where?: string;
  /** Departments of tickets as they are now. */
  departments?: 'now';
};

const IDS = ['department', 'agent', 'account', 'reason'] as const;
const TEXTS = ['outcome', 'where'] as const;

/** Reads them; what is not understood is left out. */
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
