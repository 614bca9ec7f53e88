import { readId } from './desk-search.ts';

/** Parameters of the address of a settings list. */
export type ListSearch = {
  q?: string;
  sort?: string;
  direction?: string;
  status?: string;
  /** The id of a row of another list by which this one is filtered. */
  within?: number;
  /** The id of the open row. */
  id?: number;
  /** Of the templates page: shows WhatsApp's approved templates instead of the workspace's own. */
  part?: 'whatsapp';
};

const TEXTS = ['q', 'sort', 'direction', 'status'] as const;

/** Reads the address of a settings list; values that are not valid are left out. */
export function readListSearch(search: Record<string, unknown>): ListSearch {
  const read: ListSearch = {};
  for (const name of TEXTS) if (typeof search[name] === 'string' && search[name]) read[name] = search[name];
  const within = readId({ id: search['within'] });
  const id = readId(search);
  return {
    ...read,
    ...(within !== undefined && { within }),
    ...(id !== undefined && { id }),
    ...(search['part'] === 'whatsapp' && { part: 'whatsapp' }),
  };
}
