import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { RequestSource, Viewer } from '#platform/access';
import { withoutSecrets } from '#platform/audit/audit-secrets';
import type { Query } from '#platform/db';
import './tables.ts';

declare module './tables.ts' {
  interface Tables {
    /** A view for reading; of erased values only a digest is left. */
    audit_log: {
      id: Auto<number>;
      at: AutoTime;
      user_id: number | null;
      api_key_id: number | null;
      job: string | null;
      action: string;
      subject: string;
      details: Json<unknown>;
      source: Json<unknown> | null;
      is_erased: boolean;
    };
  }
}
export type NewAuditEntry = {
  /** Who did it, with their API key and source; null: no known user. */
  viewer: Pick<Viewer, 'id' | 'keyId' | 'from' | 'seenBy'> | null;
  /** The job that did it, where no person did. */
  job?: string;
  /** The source of a request whose user is unknown. */
  from?: RequestSource | undefined;
  action: string;
  subject: string;
  details?: object;
};

/** Max. rows of one statement. */
const AT_ONCE = 1000;
const SALT_BYTES = 16;

/**
 * Writes who did what into the audit log, in the transaction of the change and without a lock: entries are chained by a job
 * later. Secrets are removed here, whoever passes them.
 */
export const insertAudit = (q: Query, entry: NewAuditEntry): Promise<void> => insertAudits(q, [entry]);

/** Writes many entries at once, for example of an import. */
export async function insertAudits(q: Query, entries: readonly NewAuditEntry[]): Promise<void> {
  for (let at = 0; at < entries.length; at += AT_ONCE) {
    const rows = JSON.stringify(entries.slice(at, at + AT_ONCE).map(toRow));
    await sql`
      with given as materialized (
        select nextval(pg_get_serial_sequence('audit_entries', 'id')) as id, g.* from json_to_recordset(${rows}::json) as g (
          user_id bigint, api_key_id bigint, job text, action text, subject text,
          details text, details_salt text, details_digest text, source text, source_salt text, source_digest text)
      ), entry as (
        insert into audit_entries (id, user_id, api_key_id, job, action, subject, details_digest, source_digest)
        overriding system value
        select id, user_id, api_key_id, job, action, subject, decode(details_digest, 'hex'), decode(source_digest, 'hex')
        from given
      ), pending as (
        insert into audit_pending select id from given
      )
      insert into audit_values (entry_id, part, salt, value)
      select id, 'details', decode(details_salt, 'hex'), details::json from given where details is not null
      union all
      select id, 'source', decode(source_salt, 'hex'), source::json from given where source is not null`.execute(
      q,
    );
  }
}

function toRow({ viewer, job, from = viewer?.from, action, subject, details = {} }: NewAuditEntry) {
  // What an administrator reads as another user is logged under the administrator's name.
  const seen = viewer?.seenBy && { seen_as: viewer.id };
  const whole = withoutSecrets({ ...details, ...seen }) as object;
  return {
    user_id: actingUserId(viewer),
    api_key_id: viewer?.keyId ?? null,
    job: job ?? null,
    action,
    subject,
    ...saltedHash('details', Object.values(whole).some((value) => value !== undefined) ? whole : null),
    ...saltedHash('source', from ? withoutSecrets(from) : null),
  };
}

/** The person who acted, also while looking as another user. */
const actingUserId = (viewer: NewAuditEntry['viewer']): number | null =>
  viewer?.seenBy?.id ?? viewer?.id ?? null;

/** A value with its salted digest, which is kept when the value is erased; the salt prevents guessing it then. */
function saltedHash(part: 'details' | 'source', value: unknown) {
  if (value === null) return {};
  const text = JSON.stringify(value);
  const salt = randomBytes(SALT_BYTES);
  const digest = createHash('sha256').update(salt).update(text, 'utf8').digest('hex');
  return { [part]: text, [`${part}_salt`]: salt.toString('hex'), [`${part}_digest`]: digest };
}

/** Whether this user has done that to it since then. */
export async function hasAudited(
  q: Query,
  { userId, action, subject, since }: { userId: number; action: string; subject: string; since: Date },
): Promise<boolean> {
  const { rows } = await sql`select from audit_entries where subject = ${subject} and at > ${since}
    and user_id = ${userId} and action = ${action} limit 1`.execute(q);
  return rows.length > 0;
}

/** The fields that a change made different, before and after; null when there are none. */
export function auditedChange(
  before: object | undefined,
  after: object | undefined,
): { before: object; after: object } | null {
  const [was, is] = [before ?? {}, after ?? {}] as [Record<string, unknown>, Record<string, unknown>];
  const names = [...new Set([...Object.keys(was), ...Object.keys(is)])].filter(
    (name) => JSON.stringify(was[name]) !== JSON.stringify(is[name]),
  );
  if (names.length === 0) return null;
  const only = (of: Record<string, unknown>) =>
    Object.fromEntries(names.filter((name) => of[name] !== undefined).map((name) => [name, of[name]]));
  return { before: only(was), after: only(is) };
}
