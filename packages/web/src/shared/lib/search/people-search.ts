import { readId } from './desk-search.ts';

/** Parameters of the address of the list of users. */
export type PeopleSearch = {
  q?: string;
  sort?: string;
  direction?: string;
  status?: string;
  level?: number;
  department?: number;
  /** The id of the open user. */
  id?: number;
};

const TEXTS = ['q', 'sort', 'direction', 'status'] as const;
const IDS = ['level', 'department', 'id'] as const;

/** Reads the address of the list of users; values that are not valid are left out. */
export function readPeopleSearch(search: Record<string, unknown>): PeopleSearch {
  const read: PeopleSearch = {};
  for (const name of TEXTS) if (typeof search[name] === 'string' && search[name]) read[name] = search[name];
  for (const name of IDS) {
    const id = readId({ id: search[name] });
    if (id !== undefined) read[name] = id;
  }
  return read;
}
