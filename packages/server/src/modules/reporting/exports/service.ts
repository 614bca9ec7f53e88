import type { Readable } from 'node:stream';
import {
  EXPORT_KEPT_DAYS,
  EXPORTS_AT_ONCE_MAX,
  type BodyOf,
  type createReportExport,
  type ExportFault,
  REPORTS,
  type ReportCode,
  type ReportExport,
} from '@trunkline/contract';
import { allows, type Viewer } from '#platform/access';
import { csvFile, csvDialectOf } from '#platform/csv/csv-file';
import type { Query, Tx } from '#platform/db';
import { AppError } from '#platform/errors';
import type { Platform } from '#platform/platform';
import { xlsxFile } from '#platform/sheets/xlsx-file';
import type { Auth } from '#modules/auth';
import type { Settings } from '#modules/settings';
import { useReadOnlySnapshot } from '../range.ts';
import { csvLines, reportFileName, type ReportTable } from '../reports/report-table.ts';
import type { ReportFileRequest, Reports } from '../reports/service.ts';
import { translateTable } from '../reports/translate-table.ts';
import * as store from './store.ts';

type ExportBody = BodyOf<typeof createReportExport>;
type OpenedExport = { name: string; type: string; bytes: number; content: Readable };

export type ReportExports = {
  /** Newest first. */
  list(viewer: Viewer): Promise<ReportExport[]>;
  /**
   * @throws AppError `forbidden` for a report that they may not see; `invalid` for a wrong query; `conflict` for too many at
   * once
   */
  create(viewer: Viewer, wanted: ExportBody): Promise<ReportExport>;
  /** The same for work after a request, in its transaction; permissions are checked when the file is made. */
  request(tx: Tx, userId: number, wanted: ExportBody): Promise<ReportExport>;
  /** Cancels an export, or deletes its file. Does nothing where it is gone, or another user's. */
  cancel(viewer: Viewer, id: number): Promise<void>;
  /**
   * @throws AppError `not_found` where the file is gone, or another user's; `forbidden` where the report may not be seen any
   * more
   */
  open(viewer: Viewer, id: number): Promise<OpenedExport>;
  /** An export of any user, for work without a request. */
  find(id: number): Promise<store.ExportRow | undefined>;
  /** Registers a listener that is called in the transaction in which an export ends. */
  onEnded(listener: (tx: Tx, row: store.ExportRow) => Promise<void>): void;
};

type Deps = Pick<Platform, 'db' | 'clock' | 'jobs' | 'files' | 'log'> & {
  auth: Pick<Auth, 'viewerOf' | 'user'>;
  settings: Pick<Settings, 'config'>;
  reports: Reports;
};

const DAY_MS = 86_400_000;
/** Max. size of a file, so that one request cannot fill a disk. */
const BYTES_MAX = 4 * 1024 ** 3;
const TOLD_EVERY = 10_000;
const TYPES = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};

/** Thrown when the export was cancelled meanwhile. */
class Cancelled extends Error {}

/** Exports of reports: made after the request from one database snapshot, and kept for some days. */
export function createReportExports({
  db,
  clock,
  jobs,
  files,
  log,
  auth,
  settings,
  reports,
}: Deps): ReportExports {
  let ended: (tx: Tx, row: store.ExportRow) => Promise<void> = () => Promise.resolve();

  const emitExport = (tx: Tx, row: store.ExportRow) =>
    tx.emit('report-export-changed', store.toExport(row), [`user:${row.user_id}`]);

  async function request(
    tx: Tx,
    userId: number,
    { report, format, query }: ExportBody,
  ): Promise<ReportExport> {
    const parsed = queryOf(report, query);
    const row = await store.insertExport(tx.q, {
      user_id: userId,
      report,
      format,
      query: parsed,
      created_at: clock.now(),
    });
    await tx.enqueue('reports:export', { id: row.id });
    emitExport(tx, row);
    return store.toExport(row);
  }

  /** Writes the file; a second run after a crash replaces it. */
  async function write(row: store.ExportRow, viewer: Viewer): Promise<void> {
    const now = clock.now();
    const query = queryOf(row.report, row.query);
    const { time_zone: zone } = await settings.config();
    let lines = 0;
    const size = await db.transaction(async ({ q }) => {
      await useReadOnlySnapshot(q);
      const { language } = await auth.user(row.user_id);
      const table = translateTable(await reports.table(q, viewer, { code: row.report, query, now }), {
        code: row.report,
        group: query.group,
        language,
        hasUnits: row.format === 'csv',
      });
      const counted = counting(table, async (count) => {
        lines = count;
        if (count % TOLD_EVERY === 0) await noteProgress(row.id, count);
      });
      const form = csvDialectOf({ language });
      const content =
        row.format === 'csv'
          ? csvFile(csvLines(counted, form), form)
          : xlsxFile(counted.columns, counted.lines, zone);
      const stored = await files.put(row.file_id, content, BYTES_MAX);
      return stored.size;
    });
    await db.transaction(async (tx) => {
      const done = await store.updatePending(tx.q, row.id, {
        state: 'done',
        lines,
        bytes: size,
        file_name: reportFileName(row.report, query, { now, format: row.format }),
        as_of: now,
        ended_at: clock.now(),
        kept_until: keptUntil(),
      });
      if (!done) throw new Cancelled();
      await ended(tx, done);
      emitExport(tx, done);
    });
  }

  const keptUntil = () => new Date(clock.now().getTime() + EXPORT_KEPT_DAYS * DAY_MS);

  async function noteProgress(id: number, lines: number): Promise<void> {
    await db.transaction(async (tx) => {
      const row = await store.updatePending(tx.q, id, { state: 'working', lines });
      if (!row) throw new Cancelled();
      emitExport(tx, row);
    });
  }

  async function fail(row: store.ExportRow, fault: ExportFault): Promise<void> {
    await files.remove(row.file_id);
    await db.transaction(async (tx) => {
      const change = { state: 'failed' as const, fault, ended_at: clock.now(), kept_until: keptUntil() };
      const failed = await store.updatePending(tx.q, row.id, change);
      if (!failed) return;
      await ended(tx, failed);
      emitExport(tx, failed);
    });
  }

  jobs.define<{ id: number }>('reports:export', async ({ id }) => {
    const row = await store.updatePending(db.q, id, { state: 'working' });
    if (!row) return;
    const viewer = await auth.viewerOf(row.user_id);
    if (!viewer || !allows(viewer, permissionOf(row.report))) return fail(row, 'not_allowed');
    try {
      await write(row, viewer);
    } catch (error) {
      if (error instanceof Cancelled) return files.remove(row.file_id);
      log.error({ err: error, report: row.report }, 'a report could not be written to a file');
      await fail(row, isDiskFull(error) ? 'disk_full' : 'other');
    }
  });

  jobs.define('reports:remove-exports', async () => {
    for (const { file_id: file } of await store.removeExports(db.q, clock.now())) await files.remove(file);
  });
  jobs.schedule('reports:remove-exports', '23 * * * *');

  async function findOwnExport(q: Query, viewer: Viewer, id: number): Promise<store.ExportRow | undefined> {
    const row = await store.findExport(q, id);
    return row?.user_id === viewer.id ? row : undefined;
  }

  return {
    list: async (viewer) => (await store.listExports(db.q, viewer.id)).map(store.toExport),

    async create(viewer, wanted) {
      demandReport(viewer, wanted.report);
      return db.transaction(async (tx) => {
        if ((await store.countPending(tx.q, viewer.id)) >= EXPORTS_AT_ONCE_MAX)
          throw new AppError('conflict', { reason: 'too_many_exports' });
        const made = await request(tx, viewer.id, wanted);
        await reports.auditExport(tx.q, viewer, {
          code: wanted.report,
          format: wanted.format,
          query: queryOf(wanted.report, wanted.query),
        });
        return made;
      });
    },

    request,

    async cancel(viewer, id) {
      const row = await findOwnExport(db.q, viewer, id);
      if (!row) return;
      await db.transaction(async (tx) => {
        const cancelled = await store.updatePending(tx.q, id, {
          state: 'cancelled',
          ended_at: clock.now(),
          kept_until: clock.now(),
        });
        if (!cancelled) await store.removeExport(tx.q, id);
        emitExport(tx, { ...row, state: 'cancelled' });
      });
      await files.remove(row.file_id);
    },

    async open(viewer, id) {
      const row = await findOwnExport(db.q, viewer, id);
      if (row?.state !== 'done' || !files.has(row.file_id)) throw new AppError('not_found');
      demandReport(viewer, row.report);
      const { file_name: name, format, bytes } = row;
      return { name, type: TYPES[format], bytes: bytes ?? 0, content: files.read(row.file_id) };
    },

    find: (id) => store.findExport(db.q, id),

    onEnded: (listener) => void (ended = listener),
  };
}

export const permissionOf = (code: ReportCode) => `${REPORTS[code].module}:VIEW` as const;

/** Checked here, since the permission depends on the report. @throws AppError `forbidden` */
export function demandReport(viewer: Viewer, code: ReportCode): void {
  if (!allows(viewer, permissionOf(code))) throw new AppError('forbidden');
}

/** Validates a report's query. @throws AppError `invalid` */
export function queryOf(code: ReportCode, query: ReportExport['query']): ReportFileRequest {
  const parsed = REPORTS[code].file.query.safeParse(query);
  if (parsed.success) return parsed.data;
  throw new AppError(
    'invalid',
    parsed.error.issues.map(({ path, message }) => ({ path: ['query', ...path].join('.'), message })),
  );
}

/** The same table, counting lines as they are read. */
function counting(table: ReportTable, count: (lines: number) => Promise<void>): ReportTable {
  async function* lines() {
    let taken = 0;
    for await (const line of table.lines) {
      yield line;
      taken += 1;
      await count(taken);
    }
  }
  return { columns: table.columns, lines: lines() };
}

const isDiskFull = (error: unknown): boolean =>
  ['ENOSPC', 'EDQUOT'].includes((error as NodeJS.ErrnoException | null)?.code ?? '');
