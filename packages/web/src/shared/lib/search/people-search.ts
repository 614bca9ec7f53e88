import { readId } from './desk-search.ts';

/** What the address of the list of users may carry. */
export type PeopleSearch = {
  q?: string;
  sort?: string;
  direction?: string;
  status?: string;
  level?: number;
  department?: number;
  /** Who is open. */
  id?: number;
};

const TEXTS = ['q', 'sort', 'direction', 'status'] as const;
const IDS = ['level', 'department', 'id'] as const;

/** Reads the address of the list of users; what is not understood is left out. */
export function readPeopleSearch(search: Record<string, unknown>): PeopleSearch {
  const read: PeopleSearch = {};
  for (const name of TEXTS) if (typeof search[name] === 'string' && search[name]) read[name] = search[name];
  for (const name of IDS) {
    const id = readId({ id: search[name] });
    if (id !== undefined) read[name] = id;
  }
  return read;
}
