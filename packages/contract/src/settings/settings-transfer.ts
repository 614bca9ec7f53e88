import { z } from 'zod';
import { endpoint } from '../kit/endpoint.ts';
import { IMPORT_PROBLEMS } from './list-endpoints.ts';

/** The parts of a settings file, in the order in which they are imported: parts come after those that they refer to. */
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

/** What a file does not contain, because it is secret, personal, or refers to rows of this workspace. */
export const NOT_TRANSFERRED = [
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
  /** The organisation that exported them, and when. */
  organisation: z.string(),
  made_at: z.string(),
  parts: z.array(counts),
  /** Unknown names in the file, which are ignored. */
  unknown: z.array(z.string()),
  /** Nothing is imported while there is any. `row`: its number within the part, from 1. */
  problems: z.array(
    z.object({
      part: partOf,
      row: z.number().int(),
      column: z.string().nullable(),
      problem: z.enum(IMPORT_PROBLEMS),
    }),
  ),
  /** Rows that refer to users or accounts, which the file does not contain. */
  left_out: z.array(z.object({ part: partOf, name: z.string() })),
  typed_anew: z.array(z.enum(NOT_TRANSFERRED)),
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
    'Import a settings file. Entries with a known name are changed, others are added, nothing is removed. Nothing is stored unless `apply` is `yes` and everything is valid. Requires the permissions of each part.',
  query: z.strictObject({ apply: z.enum(['no', 'yes']).default('no') }),
  response: z.object({ data: settingsTransfer }),
  upload: true,
  perMinute: 20,
});
