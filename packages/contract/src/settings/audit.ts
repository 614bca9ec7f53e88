import { z } from 'zod';
import { endpoint } from '../kit/endpoint.ts';
import { LIMITS } from '../kit/limits.ts';
import { cursor, id, idText, timestamp } from '../kit/shapes.ts';

const named = z.object({ id, name: z.string() });

export const auditEntry = z.object({
  id,
  at: timestamp,
  /** Null: no known user; `job` then names the job that did it. */
  user: named.nullable(),
  /** The API key that acted for `user`. */
  api_key: named.nullable(),
  job: z.string().nullable(),
  /** The area and the action: `user.changed`. */
  action: z.string(),
  /** The affected object: `user 5`, `level 3`, or a name, depending on the action. */
  subject: z.string(),
  /** The object's current name; null without one. */
  subject_name: z.string().nullable(),
  /** Where the request came from. */
  source: z.object({ address: z.string(), user_agent: z.string() }).nullable(),
  /** Details, with `before` and `after` of a change. Never a secret. */
  details: z.record(z.string(), z.unknown()),
  /** Whether its personal data has been erased. */
  is_erased: z.boolean(),
});
export type AuditEntry = z.infer<typeof auditEntry>;

const day = z.iso.date();
const filter = {
  /** A user; 0: entries without a user. */
  user_id: z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER).optional(),
  /** The area: the part of `action` before the dot. Several are separated by commas. */
  about: z.string().max(100).optional(),
  action: z.string().max(100).optional(),
  subject: z.string().max(200).optional(),
  /** Days in the workspace's time zone; both are included. */
  from: day.optional(),
  to: day.optional(),
  /** Words in the details. */
  q: z.string().max(LIMITS.search).optional(),
};

export const listAudit = endpoint({
  method: 'GET',
  path: '/api/audit',
  permission: 'USERS:AUDIT',
  summary: 'The audit log, latest first: settings, users, roles, sign-ins, keys, privacy, recordings.',
  query: z.strictObject({
    ...filter,
    cursor: cursor.optional(),
    limit: z.coerce.number().int().min(1).max(LIMITS.pageSize).default(50),
  }),
  response: z.object({ data: z.array(auditEntry), next: cursor.nullable() }),
});

export const exportAudit = endpoint({
  method: 'GET',
  path: '/api/audit/export',
  permission: 'USERS:AUDIT',
  summary: 'The audit log as a CSV file. The export itself is recorded in it.',
  query: z.strictObject(filter),
  download: true,
  perMinute: 10,
  response: z.unknown(),
});

export const getAuditState = endpoint({
  method: 'GET',
  path: '/api/audit/state',
  permission: 'USERS:AUDIT',
  summary: 'The subjects of audit entries, and how long entries are kept.',
  response: z.object({
    data: z.object({ about: z.array(z.string()), keep_days: z.number().int().nullable() }),
  }),
});

export const getAuditEntry = endpoint({
  method: 'GET',
  path: '/api/audit/:id',
  permission: 'USERS:AUDIT',
  summary: 'One entry of the audit log.',
  params: z.object({ id: idText }),
  response: z.object({ data: auditEntry }),
});
