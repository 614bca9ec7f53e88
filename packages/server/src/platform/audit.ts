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

/** Who did what: never with a secret. */
export async function insertAudit(
  q: Query,
  entry: {
    /** With the API key that acts in their name; null: the system by itself. */
    viewer: Pick<Viewer, 'id' | 'keyId'> | null;
    action: string;
    subject: string;
    details?: object;
  },
): Promise<void> {
  await q
    .insertInto('audit_log')
    .values({
      user_id: entry.viewer?.id ?? null,
      api_key_id: entry.viewer?.keyId ?? null,
      action: entry.action,
      subject: entry.subject,
      details: JSON.stringify(entry.details ?? {}),
    })
    .execute();
}
