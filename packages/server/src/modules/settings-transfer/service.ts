import { text as textOf } from 'node:stream/consumers';
import type { Readable } from 'node:stream';
import {
  LIMITS,
  LISTS,
  NOT_TRANSFERRED,
  type RetentionKind,
  type SettingsTransfer,
} from '@trunkline/contract';
import { allows, demand, type Viewer } from '#platform/access';
import type { Tx } from '#platform/db';
import { AppError } from '#platform/errors';
import type { Platform } from '#platform/platform';
import type { Auth } from '#modules/auth';
import type { Settings } from '#modules/settings';
import {
  FORMAT,
  LIST_PARTS,
  readSettingsFile,
  SHARED_SETTINGS,
  VERSION,
  type ListPart,
  type SettingsFile,
} from './settings-file.ts';

type Deps = Pick<Platform, 'db' | 'clock'> & { settings: Settings; auth: Pick<Auth, 'levels'> };
type Counts = SettingsTransfer['parts'][number];
type Outcome = Pick<SettingsTransfer, 'parts' | 'problems' | 'unknown'>;

export type SettingsTransfers = {
  /** The settings that the viewer may see, as one file. */
  export(viewer: Viewer): Promise<string>;
  /**
   * Imports a file as a whole or not at all; a dry run does the same, and rolls back. @throws AppError `bad_request` for an
   * invalid file, or one of a newer version; `forbidden` for parts that the viewer may not change
   */
  import(viewer: Viewer, options: { bytes: Readable; isApplied: boolean }): Promise<SettingsTransfer>;
};

/** Copies settings between workspaces: rows are matched by name, and nothing is deleted. */
export function createSettingsTransfers({ db, clock, settings, auth }: Deps): SettingsTransfers {
  const { lists } = settings;

  async function listsOf(viewer: Viewer) {
    const all: [ListPart, Record<string, string>[]][] = [];
    const leftOut: SettingsTransfer['left_out'] = [];
    for (const part of LIST_PARTS) {
      if (!allows(viewer, LISTS[part].endpoints.export.permission)) continue;
      const { rows, leftOut: names } = await lists.cells(db.q, part);
      all.push([part, rows]);
      leftOut.push(...names.map((name) => ({ part, name })));
    }
    return { lists: Object.fromEntries(all), leftOut };
  }

  async function levelsOf(viewer: Viewer) {
    if (!allows(viewer, 'USERS:VIEW')) return undefined;
    const { data } = await auth.levels.list(viewer);
    return data.map(({ name, visibility, modules, second_factor, sign_in_rule }) => ({
      name,
      visibility,
      modules,
      second_factor,
      sign_in_rule,
    }));
  }

  async function takeConfig(tx: Tx, viewer: Viewer, { config, retention }: SettingsFile): Promise<Counts> {
    const before: Record<string, unknown> = await settings.config();
    const names = Object.keys(config ?? {});
    const changed = names.filter((name) => !isSame(config?.[name as keyof typeof config], before[name]));
    if (changed.length > 0)
      await settings.updateConfigIn(
        tx,
        viewer,
        Object.fromEntries(Object.entries(config ?? {}).filter(([name]) => changed.includes(name))),
      );
    const kinds = Object.entries(retention) as [RetentionKind, number | null][];
    let kept = 0;
    for (const [kind, days] of kinds) {
      if ((await settings.retention.days(kind)) === days) continue;
      kept += 1;
      await settings.retention.updateIn(tx, viewer, kind, days);
    }
    const all = changed.length + kept;
    return { part: 'config', created: 0, changed: all, unchanged: names.length + kinds.length - all };
  }

  /** Rows that refer to rows of the same list are imported twice: first without these references. */
  async function takeList(
    tx: Tx,
    viewer: Viewer,
    part: ListPart,
    given: Record<string, string>[],
  ): Promise<Outcome> {
    const { fields } = LISTS[part];
    const columns = [...Object.keys(fields), 'is_active'];
    const unknown = [...new Set(given.flatMap((row) => Object.keys(row)))].filter(
      (name) => !columns.includes(name),
    );
    const rows = given.map((row) => without(row, unknown));
    const own = Object.entries(fields).flatMap(([name, field]) =>
      'to' in field && field.to === part ? [name] : [],
    );
    const first = await lists.importRows(
      tx,
      part,
      viewer,
      rows.map((row) => without(row, own)),
    );
    const result =
      own.length === 0 || first.problem_count > 0 ? first : await lists.importRows(tx, part, viewer, rows);
    const touched = Math.max(first.created + first.changed, first.created + result.changed);
    return {
      parts: [
        { part, created: first.created, changed: touched - first.created, unchanged: rows.length - touched },
      ],
      problems: result.problems.map(({ line, ...problem }) => ({ part, row: line, ...problem })),
      unknown: unknown.map((name) => `lists.${part}.${name.slice(0, 60)}`),
    };
  }

  async function takeLevels(
    tx: Tx,
    viewer: Viewer,
    given: NonNullable<SettingsFile['levels']>,
  ): Promise<Counts> {
    const counts: Counts = { part: 'levels', created: 0, changed: 0, unchanged: 0 };
    for (const one of given) counts[await auth.levels.importLevel(tx, viewer, one)] += 1;
    return counts;
  }

  async function importAll(tx: Tx, viewer: Viewer, file: SettingsFile): Promise<Outcome> {
    const outcome: Outcome = { parts: [], problems: [], unknown: [...file.unknown] };
    outcome.parts.push(await takeConfig(tx, viewer, file));
    for (const part of LIST_PARTS) {
      const rows = file.lists[part];
      if (!rows || rows.length === 0) continue;
      const { parts, problems, unknown } = await takeList(tx, viewer, part, rows);
      outcome.parts.push(...parts);
      outcome.problems.push(...problems);
      outcome.unknown.push(...unknown);
    }
    // With problems so far, further ones would only follow from missing rows.
    if (outcome.problems.length === 0 && file.levels)
      outcome.parts.push(await takeLevels(tx, viewer, file.levels));
    return outcome;
  }

  /** A file can only change what its importing user could change by hand. */
  function demandParts(viewer: Viewer, file: SettingsFile): void {
    for (const part of LIST_PARTS)
      if (file.lists[part]) demand(viewer, LISTS[part].endpoints.import.permission);
    if (file.levels) demand(viewer, 'USERS:EDIT');
  }

  return {
    async export(viewer) {
      const config: Record<string, unknown> = await settings.config();
      const { kinds } = await settings.retention.state();
      const { lists: ofLists, leftOut } = await listsOf(viewer);
      await settings.audit(db.q, { viewer, action: 'settings.exported', subject: 'settings' });
      const file = {
        format: FORMAT,
        version: VERSION,
        made_at: clock.now().toISOString(),
        organisation: config['organisation'],
        config: Object.fromEntries(SHARED_SETTINGS.map((name) => [name, config[name]])),
        retention: Object.fromEntries(kinds.map(({ kind, keep_days: days }) => [kind, days])),
        lists: ofLists,
        levels: await levelsOf(viewer),
        left_out: leftOut,
        typed_anew: NOT_TRANSFERRED,
      };
      return `${JSON.stringify(file, null, 2)}\n`;
    },

    async import(viewer, { bytes, isApplied }) {
      const file = readSettingsFile(await smallText(bytes));
      demandParts(viewer, file);
      let outcome: Outcome | undefined;
      const run = db.transaction(async (tx) => {
        outcome = await importAll(tx, viewer, file);
        if (!isApplied || outcome.problems.length > 0) throw new DryRun();
        const { organisation, made_at } = file;
        const parts = outcome.parts.filter(({ created, changed }) => created + changed > 0);
        if (parts.length > 0)
          await settings.audit(tx.q, {
            viewer,
            action: 'settings.imported',
            subject: 'settings',
            details: { organisation, made_at, parts },
          });
      });
      const isKept = await run.then(
        () => true,
        (error: unknown) => {
          if (error instanceof DryRun) return false;
          throw error;
        },
      );
      if (!outcome) throw new AppError('internal');
      const { organisation, made_at, left_out } = file;
      return {
        ...outcome,
        is_applied: isKept,
        organisation,
        made_at,
        left_out,
        typed_anew: [...NOT_TRANSFERRED],
      };
    },
  };
}

/** Thrown to roll a transaction back. */
class DryRun extends Error {}

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

const without = (row: Record<string, string>, names: readonly string[]): Record<string, string> =>
  Object.fromEntries(Object.entries(row).filter(([name]) => !names.includes(name)));

async function smallText(bytes: Readable): Promise<string> {
  const text = await textOf(bytes);
  if (text.length > LIMITS.listFileBytes)
    throw new AppError('too_large', { max_bytes: LIMITS.listFileBytes });
  return text;
}
