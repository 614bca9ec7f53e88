import type { Readable } from 'node:stream';
import type { AuditEntry, exportAudit, listAudit, QueryOf } from '@trunkline/contract';
import type { Viewer } from '#platform/access';
import { csvFile, csvDialectOf } from '#platform/csv/csv-file';
import { guardFormula } from '#platform/csv/formulas';
import { found } from '#platform/errors';
import { readCursor, writeCursor } from '#platform/paging';
import type { Platform } from '#platform/platform';
import type { Settings } from '#modules/settings';
import { createChain, type AuditChain } from './chain-service.ts';
import * as store from './store.ts';

/** The audit log for readers. */
export type Audit = AuditChain & {
  /** Newest first. */
  list(query: QueryOf<typeof listAudit>): Promise<{ data: AuditEntry[]; next: string | null }>;
  /** @throws AppError `not_found` */
  get(id: number): Promise<AuditEntry>;
  /** The areas of entries, and for how many days they are kept; null: for ever. */
  state(): Promise<{ about: string[]; keep_days: number | null }>;
  /** As CSV, read page by page while it is sent; the export itself is logged before the first line is sent. */
  export(viewer: Viewer, wanted: ExportQuery): Promise<Readable>;
};

type Deps = Pick<Platform, 'db' | 'clock' | 'jobs'> & { settings: Settings };
type ExportQuery = QueryOf<typeof exportAudit>;

const PAGE = 500;
const COLUMNS = [
  'id',
  'at',
  'user',
  'api key',
  'job',
  'action',
  'subject',
  'name',
  'address',
  'browser',
  'details',
];

/** The audit log: searching, export, and the chain that proves it. */
export function createAudit(deps: Deps): Audit {
  const { db, settings } = deps;
  const chain = createChain(deps);

  async function filterOf({ user_id: userId, ...wanted }: ExportQuery): Promise<store.AuditEntryFilter> {
    return { ...wanted, userId, timeZone: (await settings.config()).time_zone };
  }

  const placeOf = ({ at, id }: AuditEntry) => ({ key: at, id });

  return {
    ...chain,

    async list({ cursor, limit, ...wanted }) {
      const after = readCursor(cursor);
      const rows = await store.listEntries(db.q, await filterOf(wanted), { limit: limit + 1, after });
      const last = rows[limit - 1];
      const next = rows.length > limit && last ? writeCursor(placeOf(last)) : null;
      return { data: rows.slice(0, limit), next };
    },

    get: async (id) => found(await store.findEntry(db.q, id)),

    async state() {
      return { about: await store.listEntryAreas(db.q), keep_days: await settings.retention.days('audit') };
    },

    async export(viewer, wanted) {
      const { q: words, ...shown } = wanted;
      await settings.audit(db.q, {
        viewer,
        action: 'audit.exported',
        subject: 'audit',
        details: { ...shown, ...(words && { is_searched: true }) },
      });
      const filter = await filterOf(wanted);
      const lines = async function* () {
        yield COLUMNS;
        let after: ReturnType<typeof placeOf> | undefined;
        for (;;) {
          const rows = await store.listEntries(db.q, filter, { limit: PAGE, after });
          for (const row of rows) yield cellsOf(row).map(guardFormula);
          const last = rows[PAGE - 1];
          if (!last) return;
          after = placeOf(last);
        }
      };
      return csvFile(lines(), csvDialectOf(viewer));
    },
  };
}

const cellsOf = (entry: AuditEntry): string[] => [
  String(entry.id),
  entry.at,
  entry.user?.name ?? '',
  entry.api_key?.name ?? '',
  entry.job ?? '',
  entry.action,
  entry.subject,
  entry.subject_name ?? '',
  entry.source?.address ?? '',
  entry.source?.user_agent ?? '',
  JSON.stringify(entry.details),
];
