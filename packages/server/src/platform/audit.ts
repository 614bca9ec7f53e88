import type { Viewer } from '#platform/access';
import type { Query } from '#platform/db';
import './tables.ts';

declare module './tables.ts' {
  interface Tables {
    audit_log: {
      id: Auto<number>;
      at: AutoTime;
      user_id: number | null;
      api_key_id: number | null;
      action: string;
      subject: string;
      details: Json<unknown>;
    };
  }
}
export type AuditEntry = {
  /** With the API key that acts in their name; null: the system by itself. */
  viewer: Pick<Viewer, 'id' | 'keyId'> | null;
  action: string;
  subject: string;
  details?: object;
};

/** Rows of one statement: it takes no more than 65,535 values. */
const AT_ONCE = 1000;

/** Who did what: never with a secret. */
export const insertAudit = (q: Query, entry: AuditEntry): Promise<void> => insertAudits(q, [entry]);

/** The same of many in one go, such as a file that is taken in. */
export async function insertAudits(q: Query, entries: readonly AuditEntry[]): Promise<void> {
  for (let at = 0; at < entries.length; at += AT_ONCE)
    await q
      .insertInto('audit_log')
      .values(
        entries.slice(at, at + AT_ONCE).map(({ viewer, action, subject, details = {} }) => ({
          user_id: viewer?.id ?? null,
          api_key_id: viewer?.keyId ?? null,
          action,
          subject,
          details: JSON.stringify(details),
        })),
      )
      .execute();
}
