import { z } from 'zod';
import { endpoint } from '../kit/endpoint.ts';
import { IMPORT_PROBLEMS } from './list-endpoints.ts';

/** What a file of settings can hold, in the order in which it is taken in: what refers to others comes after them. */
export const TRANSFER_PARTS = [
  'config',
  'office_hours',
  'holidays',
  'departments',
  'skills',
  'types',
  'categories',
  'subcategories',
  'caller_types',
  'priorities',
  'custom_fields',
  'break_reasons',
  'information_categories',
  'templates',
  'macros',
  'levels',
] as const;
export type TransferPart = (typeof TRANSFER_PARTS)[number];

/** What is in no file, because it is secret, a person's, or means rows of this workspace alone. */
export const TRANSFER_ANEW = [
  'people',
  'mail',
  'channels',
  'telephony',
  'providers',
  'keys',
  'webhooks',
  'automation',
  'list_fields',
  'backups',
] as const;

const partOf = z.enum(TRANSFER_PARTS);
const counts = z.object({
  part: partOf,
  created: z.number().int(),
  changed: z.number().int(),
  unchanged: z.number().int(),
});

export const settingsTransfer = z.object({
  is_applied: z.boolean(),
  /** Whose settings they are, and when they were exported. */
  organisation: z.string(),
  made_at: z.string(),
  parts: z.array(counts),
  /** Names in the file that mean nothing here; they are left alone. */
  unknown: z.array(z.string()),
  /** As long as there is one, nothing is taken in. `row`: which one of its part, from 1. */
  problems: z.array(
    z.object({
      part: partOf,
      row: z.number().int(),
      column: z.string().nullable(),
      problem: z.enum(IMPORT_PROBLEMS),
    }),
  ),
  /** Rows that name people or accounts, which the file leaves out. */
  left_out: z.array(z.object({ part: partOf, name: z.string() })),
  typed_anew: z.array(z.enum(TRANSFER_ANEW)),
});
export type SettingsTransfer = z.infer<typeof settingsTransfer>;

export const exportSettings = endpoint({
  method: 'GET',
  path: '/api/settings_transfer',
  permission: 'CONFIG_APP:EDIT',
  keys: false,
  summary:
    'The settings that the caller may see as one JSON file for another workspace: application settings, lists and levels, without secrets, keys and people.',
  download: true,
  response: z.unknown(),
});

export const importSettings = endpoint({
  method: 'POST',
  path: '/api/settings_transfer',
  permission: 'CONFIG_APP:EDIT',
  keys: false,
  summary:
    'Take such a file in. What has a known name is changed, the rest is added, nothing is removed. Nothing is stored unless `apply` is `yes` and everything is right; it takes the permission of each part.',
  query: z.strictObject({ apply: z.enum(['no', 'yes']).default('no') }),
  response: z.object({ data: settingsTransfer }),
  upload: true,
  perMinute: 20,
});
