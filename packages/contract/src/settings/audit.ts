import { z } from 'zod';
import { endpoint } from '../kit/endpoint.ts';
import { LIMITS } from '../kit/limits.ts';
import { cursor, id, idText, timestamp } from '../kit/shapes.ts';

const named = z.object({ id, name: z.string() });

export const auditEntry = z.object({
  id,
  at: timestamp,
  /** Null: nobody, or somebody whom nobody knows; `job` then says what did it by itself. */
  user: named.nullable(),
  /** The API key that did it in the name of `user`. */
  api_key: named.nullable(),
  job: z.string().nullable(),
  /** What it is about and what was done, `user.changed`. */
  action: z.string(),
  /** Of what: `user 5`, `level 3`, or what the action has as its name. */
  subject: z.string(),
  /** What that is called by now; null where it has no name. */
  subject_name: z.string().nullable(),
  /** From where. */
  source: z.object({ address: z.string(), user_agent: z.string() }).nullable(),
  /** What there is to say: `before` and `after` where something was changed. Never a secret. */
  details: z.record(z.string(), z.unknown()),
  /** What was personal in it has been erased. */
  is_erased: z.boolean(),
});
export type AuditEntry = z.infer<typeof auditEntry>;

const day = z.iso.date();
const filter = {
  /** Somebody; 0: what nobody did. */
  user_id: z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER).optional(),
  /** What it is about: the part of the action before the point. */
  about: z.string().max(100).optional(),
  action: z.string().max(100).optional(),
  subject: z.string().max(200).optional(),
  /** Whole days in the zone of the workspace; both are part of it. */
  from: day.optional(),
  to: day.optional(),
  /** Words that stand in what there is to say. */
  q: z.string().max(LIMITS.search).optional(),
};

export const listAudit = endpoint({
  method: 'GET',
  path: '/api/audit',
  permission: 'USERS:AUDIT',
  summary: 'Who did what, latest first: settings, people, levels, sign-in, keys, privacy, recordings.',
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
  summary: 'The entries as a CSV file. That it was taken is an entry too.',
  query: z.strictObject(filter),
  download: true,
  perMinute: 10,
  response: z.unknown(),
});

export const getAuditState = endpoint({
  method: 'GET',
  path: '/api/audit/state',
  permission: 'USERS:AUDIT',
  summary: 'What entries are about, and how long they are kept.',
  response: z.object({
    data: z.object({ about: z.array(z.string()), keep_days: z.number().int().nullable() }),
  }),
});

export const getAuditEntry = endpoint({
  method: 'GET',
  path: '/api/audit/:id',
  permission: 'USERS:AUDIT',
  summary: 'One entry.',
  params: z.object({ id: idText }),
  response: z.object({ data: auditEntry }),
});
