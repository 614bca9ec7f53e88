import { readId } from './desk-search.ts';

/** What the address of a list of the settings may carry. */
export type ListSearch = {
  q?: string;
  sort?: string;
  direction?: string;
  status?: string;
  /** The row of another list that it is narrowed down to. */
  within?: number;
  /** The row that is open. */
  id?: number;
  /** Of the templates: those that WhatsApp looks at, instead of our own texts. */
  part?: 'whatsapp';
};

const TEXTS = ['q', 'sort', 'direction', 'status'] as const;

/** Reads the address of a list of the settings; what is not understood is left out. */
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
