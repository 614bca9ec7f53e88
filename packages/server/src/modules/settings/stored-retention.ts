import {
  isRetention,
  RETENTION,
  RETENTION_KINDS,
  type WorkspaceSettings,
  type RecordingSettings,
  type Retention,
  type RetentionKind,
} from '@trunkline/contract';
import type { Viewer } from '#platform/access';
import { insertAudit } from '#platform/audit';
import type { Query, Tx } from '#platform/db';
import { AppError } from '#platform/errors';
import type { Platform } from '#platform/platform';
import { NO_RECORDING_SETTINGS } from './workspace-settings.ts';
import { retentionStart } from './retention-store.ts';
import * as store from './store.ts';

export type StoredRetentionDeps = Pick<Platform, 'db' | 'clock' | 'notices'> & {
  config: () => Promise<WorkspaceSettings>;
};
type RetentionDays = Partial<Record<RetentionKind, number | null>>;

/** How many days each kind of data is kept, and the date that follows from it. */
export type StoredRetention = {
  /** Null: for ever. */
  days(kind: RetentionKind): Promise<number | null>;
  /** The midnight in the workspace's time zone that many days ago. */
  retentionBoundary(days: number): Promise<{ before: string; time_zone: string }>;
  state(): Promise<Retention>;
  /** @throws AppError `invalid` for days outside of the kind's bounds */
  update(viewer: Viewer, kind: RetentionKind, keepDays: number | null): Promise<Retention>;
  /** The same within a transaction. */
  updateIn(tx: Tx, viewer: Viewer, kind: RetentionKind, keepDays: number | null): Promise<void>;
};

export function createStoredRetention({ db, clock, notices, config }: StoredRetentionDeps): StoredRetention {
  async function daysOf(q: Query, kind: RetentionKind): Promise<number | null> {
    const rows = await store.readConfigRows(q);
    // The retention of recordings is part of the recording settings.
    if (kind === 'recordings')
      return (rows['recording'] as RecordingSettings | undefined)?.keep_days ?? RETENTION[kind].usual;
    const own = ((rows['retention'] ?? {}) as RetentionDays)[kind];
    return own === undefined ? RETENTION[kind].usual : own;
  }

  async function edge(days: number): Promise<{ before: string; time_zone: string }> {
    const { time_zone } = await config();
    return { before: await retentionStart(db.q, { now: clock.now(), days, timeZone: time_zone }), time_zone };
  }

  async function state(): Promise<Retention> {
    const kinds = RETENTION_KINDS.map(async (kind) => ({ kind, keep_days: await daysOf(db.q, kind) }));
    return { time_zone: (await config()).time_zone, kinds: await Promise.all(kinds) };
  }

  async function updateIn(
    tx: Tx,
    viewer: Viewer,
    kind: RetentionKind,
    keepDays: number | null,
  ): Promise<void> {
    if (!isRetention(kind, keepDays))
      throw new AppError('invalid', [{ path: 'keep_days', message: 'Outside of the limits of this kind' }]);
    await store.lockConfig(tx.q);
    const before = await daysOf(tx.q, kind);
    if (before === keepDays) return;
    const rows = await store.readConfigRows(tx.q);
    await store.writeConfigRows(
      tx.q,
      kind === 'recordings'
        ? {
            recording: {
              ...NO_RECORDING_SETTINGS,
              ...(rows['recording'] as RecordingSettings | undefined),
              keep_days: keepDays,
            },
          }
        : { retention: { ...(rows['retention'] as RetentionDays | undefined), [kind]: keepDays } },
    );
    await insertAudit(tx.q, {
      viewer,
      action: 'retention.changed',
      subject: kind,
      details: { before: { keep_days: before }, after: { keep_days: keepDays } },
    });
    tx.emit('settings-changed', { part: 'app' }, ['everyone']);
    tx.afterCommit(() => notices.send('app-config', null));
  }

  return {
    days: (kind) => daysOf(db.q, kind),
    retentionBoundary: edge,
    state,
    updateIn,

    async update(viewer: Viewer, kind: RetentionKind, keepDays: number | null): Promise<Retention> {
      await db.transaction((tx) => updateIn(tx, viewer, kind, keepDays));
      return state();
    },
  };
}
