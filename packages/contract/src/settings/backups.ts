import { z } from 'zod';
import { endpoint } from '../kit/endpoint.ts';
import { id, timestamp } from '../kit/shapes.ts';

export const BACKUPS_KEPT_MAX = 365;
const FOLDER_MAX = 500;

/** Why a backup failed; screens have a text for each. */
export const BACKUP_FAULTS = ['disk_full', 'not_writable', 'no_folder', 'broken_off', 'other'] as const;
export type BackupFault = (typeof BACKUP_FAULTS)[number];

export const backupRun = z.object({
  id,
  state: z.enum(['running', 'done', 'failed']),
  started_at: timestamp,
  ended_at: timestamp.nullable(),
  /** The user who started it; null: the schedule. */
  by: z.string().nullable(),
  /** The file name, once it is complete. */
  file: z.string().nullable(),
  bytes: z.number().int().nullable(),
  tables_done: z.number().int(),
  tables: z.number().int(),
  files: z.number().int(),
  /** How many older backups were deleted after it. */
  removed: z.number().int(),
  fault: z.enum(BACKUP_FAULTS).nullable(),
  /** The system's error message, where `fault` is not enough. */
  said: z.string(),
});
export type BackupRun = z.infer<typeof backupRun>;

/** `02:30`, in the workspace's time zone. */
const clockTime = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/);

const settings = {
  is_on: z.boolean(),
  at: clockTime,
  /** A folder on the server; empty: `backups` in the data folder. */
  folder: z.string().trim().max(FOLDER_MAX),
  keep: z.number().int().min(1).max(BACKUPS_KEPT_MAX),
};

export const backupState = z.object({
  ...settings,
  version: z.number().int(),
  /** The full path of the folder. */
  place: z.string(),
  /** False: the key is in TRUNKLINE_KEY, and not part of a backup. */
  has_key: z.boolean(),
  /** When the schedule makes the next one; null: it is off. */
  next_at: timestamp.nullable(),
  /** The newest first. */
  runs: z.array(backupRun),
});
export type BackupState = z.infer<typeof backupState>;

/** `details` of `stale`: the current schedule. */
export const staleBackupDetails = z.object({ current: backupState });

export const getBackups = endpoint({
  method: 'GET',
  path: '/api/backups',
  permission: 'CONFIG_APP:VIEW',
  summary: 'The schedule of backups, the running one, and the results of the last ones.',
  response: z.object({ data: backupState }),
});

export const updateBackups = endpoint({
  method: 'PUT',
  path: '/api/backups',
  permission: 'CONFIG_APP:EDIT',
  keys: false,
  summary:
    'Set when backups are made, where they are put and how many are kept. A folder that can’t be written to is refused with the reason.',
  body: z.strictObject({ version: z.number().int(), ...settings }),
  response: z.object({ data: backupState }),
});

export const runBackup = endpoint({
  method: 'POST',
  path: '/api/backups/run',
  permission: 'CONFIG_APP:EDIT',
  keys: false,
  summary: 'Make a backup now. One runs at a time.',
  perMinute: 10,
  response: z.object({ data: backupState }),
});

/** A size in bytes; null: there is none, or it is stored elsewhere. */
const bytes = z.number().int().nullable();
export const getStorage = endpoint({
  method: 'GET',
  path: '/api/storage',
  permission: 'CONFIG_APP:VIEW',
  summary: 'The server’s data folder: its parts by size, and the free space on its disk.',
  perMinute: 30,
  response: z.object({
    data: z.object({
      folder: z.string(),
      free_bytes: z.number().int(),
      total_bytes: z.number().int(),
      parts: z.object({ database: bytes, files: bytes, recordings: bytes, backups: bytes }),
    }),
  }),
});
