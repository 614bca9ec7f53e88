import {
  isRetention,
  levelContent,
  RETENTION_KINDS,
  TRANSFER_PARTS,
  updateWorkspaceSettings,
  type RetentionKind,
  type TransferPart,
} from '@trunkline/contract';
import { z } from 'zod';
import { AppError } from '#platform/errors';

/** The version of the file format; newer ones are refused. */
export const VERSION = 1;
export const FORMAT = 'trunkline-settings';

export type ListPart = Exclude<TransferPart, 'config' | 'levels'>;
export const LIST_PARTS = TRANSFER_PARTS.filter(
  (part): part is ListPart => part !== 'config' && part !== 'levels',
);

/** The application settings that mean the same in every workspace. */
const shared = updateWorkspaceSettings.body.pick({
  organisation: true,
  time_zone: true,
  default_language: true,
  home_country: true,
  reopen_window_hours: true,
  ticket_number: true,
  offer_seconds: true,
  password_min_length: true,
  password_max_age_days: true,
  session_hours: true,
  routing: true,
});
export const SHARED_SETTINGS = Object.keys(shared.shape) as (keyof z.infer<typeof shared>)[];

const keep = z.partialRecord(z.enum(RETENTION_KINDS), z.number().int().nullable());
const cells = z.record(z.string(), z.string());

const head = z.object({ format: z.literal(FORMAT), version: z.number().int() });
const whole = head.extend({
  made_at: z.string().max(40),
  organisation: z.string().max(200),
  config: z.record(z.string(), z.unknown()).optional(),
  retention: z.record(z.string(), z.unknown()).optional(),
  levels: z.array(levelContent).max(500).optional(),
  lists: z.record(z.string(), z.array(cells)).optional(),
  left_out: z.array(z.object({ part: z.enum(TRANSFER_PARTS), name: z.string() })).default([]),
});

export type SettingsFile = Omit<z.infer<typeof whole>, 'config' | 'retention' | 'lists'> & {
  config: Partial<z.infer<typeof shared>> | undefined;
  retention: Partial<Record<RetentionKind, number | null>>;
  lists: Partial<Record<ListPart, Record<string, string>[]>>;
  /** Unknown names. */
  unknown: string[];
};

/** Parses a file. Throws AppError `bad_request` with a reason if it is invalid. Pure. */
export function readSettingsFile(text: string): SettingsFile {
  const broken = () => new AppError('bad_request', { reason: 'settings_file_broken' });
  const json = parsed(text);
  const top = head.safeParse(json);
  if (!top.success) throw broken();
  if (top.data.version > VERSION) throw new AppError('bad_request', { reason: 'settings_file_newer' });
  const read = whole.safeParse(json);
  if (!read.success) throw broken();
  const { config, retention = {}, lists = {}, ...rest } = read.data;
  const known = shared.partial().safeParse(pick(config ?? {}, SHARED_SETTINGS));
  const kept = keep.safeParse(pick(retention, RETENTION_KINDS));
  if (!known.success || !kept.success) throw broken();
  const isWrong = ([kind, days]: [string, unknown]) =>
    !isRetention(kind as RetentionKind, days as number | null);
  if (Object.entries(kept.data).some(isWrong)) throw broken();
  return {
    ...rest,
    config: config && known.data,
    retention: kept.data,
    lists: pick(lists, LIST_PARTS),
    unknown: [
      ...unknownNames(config ?? {}, SHARED_SETTINGS, 'config'),
      ...unknownNames(retention, RETENTION_KINDS, 'retention'),
      ...unknownNames(lists, LIST_PARTS, 'lists'),
    ],
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const pick = <V>(from: Record<string, V>, names: readonly string[]): Record<string, V> =>
  Object.fromEntries(Object.entries(from).filter(([name]) => names.includes(name)));

const unknownNames = (from: object, names: readonly string[], where: string): string[] =>
  Object.keys(from).flatMap((name) => (names.includes(name) ? [] : [`${where}.${name.slice(0, 60)}`]));
