import type { BackupState, BodyOf, getStorage, ResponseOf, updateBackups } from '@trunkline/contract';
import fs from 'node:fs/promises';
import path from 'node:path';
import type { Viewer } from '#platform/access';
import { auditedChange } from '#platform/audit';
import type { Tx } from '#platform/db';
import { AppError } from '#platform/errors';
import type { Platform } from '#platform/platform';
import type { Auth } from '#modules/auth';
import type { Customers } from '#modules/customers';
import type { Settings } from '#modules/settings';
import { failedMail } from './mails.ts';
import { demandUsableFolder, backupFaultOf, backupFolderOf } from './backup-folder.ts';
import { isDue, nextBackupTime } from './schedule.ts';
import { folderSize, diskSpaceOf } from './storage.ts';
import * as store from './store.ts';

/** The progress: tables done of all, and files. */
type Progress = { tables_done: number; tables: number; files: number };
/** Makes backups, as `npm run backup` does. */
export type BackupMaker = {
  dataDir: string;
  /** False: the key is in TRUNKLINE_KEY, and not part of a backup. */
  hasKey: boolean;
  /** The file name of a backup of that moment. */
  nameAt(now: Date): string;
  /** Writes a complete file, or rejects without leaving one. */
  make(target: string, progress: (progress: Progress) => void): Promise<void>;
  /** Deletes all but the newest `keep` backups; returns the names of the deleted ones. */
  removeOldBackups(folder: string, keep: number): Promise<string[]>;
};

type Deps = Platform & {
  settings: Settings;
  auth: Auth;
  customers: Pick<Customers, 'erasing'>;
  maker: BackupMaker;
};
type Run = { run_id: number };

export type Backups = {
  state(): Promise<BackupState>;
  /** @throws AppError `invalid` for a folder that can't be written; `stale` where the version is not the latest */
  update(viewer: Viewer, body: BodyOf<typeof updateBackups>): Promise<BackupState>;
  /** Starts a backup. @throws AppError `conflict` while another runs */
  run(viewer: Viewer): Promise<BackupState>;
  storage(): Promise<ResponseOf<typeof getStorage>['data']>;
};

const TOLD_EVERY_MS = 1000;

/** Scheduled and manual backups. Earlier ones are only deleted once a new one is complete. */
export function createBackups(deps: Deps): Backups {
  const { db, clock, jobs, log, publicUrl, settings, auth, customers, maker } = deps;
  const { dataDir } = maker;
  customers.erasing.registerListCopies(async () => [
    backupFolderOf((await store.getSchedule(db.q)).folder, dataDir),
  ]);
  const emitBackupsChanged = (tx: Tx) => tx.emit('settings-changed', { part: 'backups' }, ['everyone']);

  async function state(): Promise<BackupState> {
    const { is_on, at, folder, keep, version } = await store.getSchedule(db.q);
    const { time_zone: zone } = await settings.config();
    return {
      is_on,
      at,
      folder,
      keep,
      version,
      place: backupFolderOf(folder, dataDir),
      has_key: maker.hasKey,
      next_at: is_on ? nextBackupTime(at, zone, clock.now()).toISOString() : null,
      runs: await store.listRuns(db.q),
    };
  }

  /** Enqueues its job in the same transaction, so that it is made even after a crash. */
  async function begin(tx: Tx, userId: number | null): Promise<boolean> {
    const id = await store.insertRun(tx.q, { started_at: clock.now(), user_id: userId });
    if (id === undefined) return false;
    await tx.enqueue('backups:run', { run_id: id } satisfies Run);
    emitBackupsChanged(tx);
    return true;
  }

  /** All administrators see a failure in the app; those with an address also get a mail. */
  async function tellOfFailure(
    tx: Tx,
    place: string,
    fault: ReturnType<typeof backupFaultOf>,
  ): Promise<void> {
    if (!(await settings.mail.isConfigured())) return;
    for (const { id } of await auth.listWith('CONFIG_APP:EDIT')) {
      const { email, fullname, language } = await auth.user(id);
      if (!email) continue;
      const link = `${publicUrl()}/settings/backup`;
      await tx.enqueue('mail:send', {
        to: email,
        ...failedMail(language, { name: fullname, place, fault, link }),
      });
    }
  }

  function fail(id: number, place: string, error: unknown): Promise<void> {
    const fault = backupFaultOf(error);
    log.error({ err: error }, 'a backup was not made');
    return db.transaction(async (tx) => {
      const said = fault === 'other' && error instanceof Error ? error.message.slice(0, 300) : '';
      const ended = { state: 'failed' as const, ended_at: clock.now(), fault, said };
      if (!(await store.updateRun(tx.q, id, ended))) return;
      await tellOfFailure(tx, place, fault);
      emitBackupsChanged(tx);
    });
  }

  async function make(id: number, place: string, keep: number): Promise<void> {
    let toldAt = 0;
    let last: Progress = { tables_done: 0, tables: 0, files: 0 };
    let telling = Promise.resolve();
    const target = path.join(place, maker.nameAt(clock.now()));
    await maker.make(target, (progress) => {
      last = progress;
      const now = Date.now();
      if (now - toldAt < TOLD_EVERY_MS) return;
      toldAt = now;
      telling = store.updateRun(db.q, id, progress).then(
        () => undefined,
        () => undefined,
      );
    });
    await telling;
    const { size } = await fs.stat(target);
    // Only now, since the new backup is complete.
    const removed = await maker.removeOldBackups(place, keep);
    await db.transaction(async (tx) => {
      const done = { state: 'done' as const, ended_at: clock.now(), file: target, bytes: size };
      await store.updateRun(tx.q, id, { ...last, ...done, removed: removed.length });
      emitBackupsChanged(tx);
    });
  }

  /** May run twice: a run that has ended is not repeated, and an interrupted one starts anew. */
  jobs.define<Run>('backups:run', async ({ run_id: id }) => {
    if (!(await store.findRunning(db.q, id))) return;
    const { folder, keep } = await store.getSchedule(db.q);
    const place = backupFolderOf(folder, dataDir);
    await make(id, place, keep).catch((error: unknown) => fail(id, place, error));
  });

  jobs.define('backups:look', async () => {
    const { is_on: isOn, at, looked_until: since } = await store.getSchedule(db.q);
    const { time_zone: zone } = await settings.config();
    const now = clock.now();
    if (!isOn || !isDue(at, zone, { since: new Date(since), now })) return;
    await db.transaction(async (tx) => {
      if (await store.claimDueRun(tx.q, since, now)) await begin(tx, null);
    });
  });
  jobs.schedule('backups:look', '* * * * *');

  return {
    state,

    async update(viewer, { version, ...wanted }) {
      await demandUsableFolder(wanted.folder, dataDir);
      await db.transaction(async (tx) => {
        const { is_on, at, folder, keep } = await store.getSchedule(tx.q);
        const change = { ...wanted, looked_until: clock.now() };
        if (!(await store.updateSchedule(tx.q, version, change)))
          throw new AppError('stale', { current: await state() });
        await settings.audit(tx.q, {
          viewer,
          action: 'backups.changed',
          subject: 'backups',
          details: auditedChange({ is_on, at, folder, keep }, wanted) ?? {},
        });
        emitBackupsChanged(tx);
      });
      return state();
    },

    async run(viewer) {
      await db.transaction(async (tx) => {
        if (!(await begin(tx, viewer.id))) throw new AppError('conflict');
        await settings.audit(tx.q, { viewer, action: 'backups.run', subject: 'backups' });
      });
      return state();
    },

    async storage() {
      const { folder } = await store.getSchedule(db.q);
      const part = (name: string) => folderSize(path.join(dataDir, name));
      return {
        folder: dataDir,
        ...(await diskSpaceOf(dataDir)),
        parts: {
          database: await store.databaseBytes(db.q),
          files: await part('files'),
          recordings: await part('recordings'),
          backups: await folderSize(backupFolderOf(folder, dataDir)),
        },
      };
    },
  };
}
