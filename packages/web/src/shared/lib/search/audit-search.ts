import { readId } from './desk-search.ts';

/** What the address of the audit log may carry. */
export type AuditSearch = {
  q?: string;
  about?: string;
  subject?: string;
  /** Whole days of the workspace. */
  from?: string;
  to?: string;
  /** Somebody; 0: what nobody did. */
  user?: number;
  /** The entry that is open. */
  id?: number;
};

const TEXTS = ['q', 'about', 'subject'] as const;
const DAYS = ['from', 'to'] as const;

/** Reads the address of the audit log; what is not understood is left out. */
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
