import { z } from 'zod';
import { endpoint } from '../kit/endpoint.ts';
import { timestamp } from '../kit/shapes.ts';

type Bounds = {
  /** The min. number of days. */
  min: number;
  /** The default; null: for ever. */
  usual: number | null;
  /** The max. number of days; null: for ever is allowed. */
  max: number | null;
};

/** What is deleted at night after a time. */
export const RETENTION = {
  /** Content of solved and closed tickets, by that date; the tickets stay, without content, for statistics. */
  tickets: { min: 30, usual: null, max: null },
  /** Attachments and original e-mails of solved and closed tickets, by when they arrived. */
  files: { min: 30, usual: null, max: null },
  recordings: { min: 1, usual: null, max: null },
  /** Customers without tickets that have content, by their last contact. */
  customers: { min: 30, usual: null, max: null },
  /** Data packages of customers. */
  packages: { min: 1, usual: 7, max: 90 },
  audit: { min: 30, usual: null, max: null },
  /** Ended sessions, and failed sign-ins. */
  sign_ins: { min: 7, usual: 30, max: 365 },
  notifications: { min: 7, usual: 90, max: null },
  /** Deliveries of webhooks. */
  deliveries: { min: 1, usual: 30, max: 365 },
} as const satisfies Record<string, Bounds>;
export type RetentionKind = keyof typeof RETENTION;
export const RETENTION_KINDS = Object.keys(RETENTION) as [RetentionKind, ...RetentionKind[]];
export const RETENTION_DAYS_MAX = 36_500;

/** Whether this kind can be kept for so many days. */
export const isRetention = (kind: RetentionKind, days: number | null): boolean => {
  const { min, max }: Bounds = RETENTION[kind];
  return days === null ? max === null : days >= min && days <= (max ?? RETENTION_DAYS_MAX);
};

export const retention = z.object({
  /** The time zone in which days end. */
  time_zone: z.string(),
  kinds: z.array(z.object({ kind: z.enum(RETENTION_KINDS), keep_days: z.number().int().nullable() })),
});
export type Retention = z.infer<typeof retention>;

const params = z.object({ kind: z.enum(RETENTION_KINDS) });

export const getRetention = endpoint({
  method: 'GET',
  path: '/api/privacy/retention',
  permission: 'CUSTOMERS:PRIVACY',
  summary: 'The retention of each kind of data, in days; null for forever.',
  response: z.object({ data: retention }),
});

export const previewRetention = endpoint({
  method: 'GET',
  path: '/api/privacy/retention/:kind',
  permission: 'CUSTOMERS:PRIVACY',
  summary:
    'What would be deleted tonight with a retention of so many days: how much, and how old the oldest is. `before`: data from before this time is deleted.',
  params,
  query: z.strictObject({ days: z.coerce.number().int().min(1).max(RETENTION_DAYS_MAX) }),
  response: z.object({
    data: z.object({
      before: timestamp,
      time_zone: z.string(),
      count: z.number().int(),
      oldest: timestamp.nullable(),
    }),
  }),
});

export const updateRetention = endpoint({
  method: 'PUT',
  path: '/api/privacy/retention/:kind',
  permission: 'CONFIG_APP:EDIT',
  keys: false,
  summary:
    'Set the retention of a kind of data in days, or forever with null. Refused with `invalid` outside of what the kind allows.',
  params,
  body: z.strictObject({ keep_days: z.number().int().min(1).max(RETENTION_DAYS_MAX).nullable() }),
  response: z.object({ data: retention }),
});
