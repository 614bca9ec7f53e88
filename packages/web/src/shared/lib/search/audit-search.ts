import { readId } from './desk-search.ts';

/** Parameters of the audit log's address. */
export type AuditSearch = {
  q?: string;
  about?: string;
  subject?: string;
  /** Whole days in the workspace's time zone. */
  from?: string;
  to?: string;
  /** The author's id; 0 for entries without an author. */
  user?: number;
  /** The id of the open entry. */
  id?: number;
};

const TEXTS = ['q', 'about', 'subject'] as const;
const DAYS = ['from', 'to'] as const;

/** Reads the address of the audit log; values that are not valid are left out. */
export function readAuditSearch(search: Record<string, unknown>): AuditSearch {
  const read: AuditSearch = {};
  for (const name of TEXTS) if (typeof search[name] === 'string' && search[name]) read[name] = search[name];
  for (const name of DAYS) {
    const day = search[name];
    if (typeof day === 'string' && /^\d{4}-\d\d-\d\d$/.test(day)) read[name] = day;
  }
  const user = search['user'] === 0 ? 0 : readId({ id: search['user'] });
  const id = readId(search);
  return { ...read, ...(user !== undefined && { user }), ...(id !== undefined && { id }) };
}
