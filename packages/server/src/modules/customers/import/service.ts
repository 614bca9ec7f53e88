import { randomUUID } from 'node:crypto';
import {
  CUSTOMER_IMPORT_COLUMNS,
  LIMITS,
  type BodyOf,
  type checkCustomerImport,
  type CustomerImportColumn,
  type CustomerImport,
  type CustomField,
} from '@trunkline/contract';
import type { Viewer } from '#platform/access';
import type { Query, Tx } from '#platform/db';
import { AppError, found } from '#platform/errors';
import type { Upload } from '#platform/http';
import { csvLines, UnreadableCsvError } from '#platform/csv/csv-file';
import { toCustomerImport } from './shape.ts';
import * as store from './store.ts';
import { createImportJob, type ImportDeps } from './work-service.ts';

const SAMPLE = 5;
const SHOWN = 10;
/** States in which an import can be checked (again). */
const CHECKABLE: readonly store.ImportRow['state'][] = [
  'mapping',
  'checking',
  'checked',
  'stopped',
  'failed',
];
const COLUMNS = 200;
const CELL_SHOWN = 200;
const KEPT_MS = 7 * 86_400_000;

/** Usual names of columns in files, in both languages. */
const GUESSES: Record<(typeof CUSTOMER_IMPORT_COLUMNS)[number], RegExp> = {
  name: /^(full ?name|name|nama( lengkap)?|customer( name)?|pelanggan|contact)$/,
  company: /^(company|organi[sz]ation|perusahaan|organisasi|account)$/,
  note: /^(notes?|catatan|comments?|keterangan)$/,
  language: /^(language|bahasa|locale)$/,
  email: /^(e-?mail( address)?|surel|alamat e-?mail)$/,
  phone: /^((mobile|cell)? ?phone( number)?|mobile|telepon|no\.? ?(hp|telepon)|hp|whatsapp|tel)$/,
};

/**
 * Imports of customers from files, each kept for a week. @throws AppError `not_found` for those of other users; `conflict` for
 * a step that is not possible now
 */
export type CustomerImports = {
  /** Stores the file, and guesses the targets of its columns. @throws AppError `invalid` where it is not CSV in UTF-8 */
  upload(viewer: Viewer, file: Upload): Promise<CustomerImport>;
  get(viewer: Viewer, id: number): Promise<CustomerImport>;
  /** The latest that were applied. */
  list(viewer: Viewer): Promise<CustomerImport[]>;
  /** Checks every line by a job, without writing customers. */
  check(viewer: Viewer, id: number, body: BodyOf<typeof checkCustomerImport>): Promise<CustomerImport>;
  /** Applies a checked file by a job. */
  apply(viewer: Viewer, id: number): Promise<CustomerImport>;
  undo(viewer: Viewer, id: number): Promise<CustomerImport>;
  /** Stops the import; customers imported so far are kept. */
  stop(viewer: Viewer, id: number): Promise<CustomerImport>;
};

/** See `CustomerImports`. An import is uploaded, mapped, checked and applied. */
export function createImports(deps: ImportDeps): CustomerImports {
  const { db, clock, jobs, files, settings } = deps;
  const job = createImportJob(deps);

  jobs.define('customers:remove-old-imports', async () => {
    for (const { id, file_id } of await store.listOldImports(
      db.q,
      new Date(clock.now().getTime() - KEPT_MS),
    )) {
      await files.remove(file_id);
      await store.removeImport(db.q, id);
    }
  });
  jobs.schedule('customers:remove-old-imports', '41 3 * * *', { catchUp: '1d' });

  /** Users only see their own imports. */
  async function demandOwnImport(
    viewer: Viewer,
    row: Awaited<ReturnType<typeof store.findImport>>,
  ): Promise<store.ImportRow> {
    if (row?.user_id !== viewer.id) throw new AppError('not_found');
    return Promise.resolve(row);
  }

  const shaped = async (q: Query, row: store.ImportRow): Promise<CustomerImport> =>
    toCustomerImport(row, { now: clock.now(), undo: await job.undo.of(q, row) });

  const change = (
    viewer: Viewer,
    id: number,
    act: (tx: Tx, row: store.ImportRow) => Promise<void>,
  ): Promise<CustomerImport> =>
    db.transaction(async (tx) => {
      const row = await demandOwnImport(viewer, await store.lockImport(tx.q, id));
      await act(tx, row);
      await job.emitImport(tx, id, viewer.id);
      return shaped(tx.q, found(await store.findImport(tx.q, id)));
    });

  async function demandPlaces(q: Query, row: store.ImportRow, mapping: readonly (string | null)[]) {
    const fields = await settings.customFields.list(q, 'customer');
    const known = new Set<string>([...CUSTOMER_IMPORT_COLUMNS, ...fields.map(({ id }) => `field:${id}`)]);
    const places = mapping.filter((place) => place !== null);
    const isTwice = places.some(
      (place, index) => place !== 'email' && place !== 'phone' && places.indexOf(place) !== index,
    );
    if (mapping.length !== row.head.length || isTwice || places.some((place) => !known.has(place)))
      throw new AppError('invalid', [{ path: 'mapping', message: 'Map each column to one existing field' }]);
  }

  return {
    async upload(viewer, { name, bytes }) {
      const fileId = randomUUID();
      const { size } = await files.put(fileId, bytes, LIMITS.importBytes);
      try {
        const { head, sample } = await readSample(files.read(fileId));
        const fields = await settings.customFields.list(db.q, 'customer');
        const id = await store.insertImport(db.q, {
          user_id: viewer.id,
          file_id: fileId,
          file_name: name.slice(0, LIMITS.name),
          file_bytes: size,
          head,
          sample,
          mapping: guessMapping(head, fields),
          created_at: clock.now(),
        });
        return shaped(db.q, found(await store.findImport(db.q, id)));
      } catch (error) {
        await files.remove(fileId);
        throw error;
      }
    },

    get: async (viewer, id) => shaped(db.q, await demandOwnImport(viewer, await store.findImport(db.q, id))),

    list: async (viewer) =>
      Promise.all((await store.listApplied(db.q, viewer.id, SHOWN)).map((row) => shaped(db.q, row))),

    check: (viewer, id, { mapping, existing }) =>
      change(viewer, id, async (tx, row) => {
        if (!CHECKABLE.includes(row.state)) throw new AppError('conflict');
        await demandPlaces(tx.q, row, mapping);
        await store.startImportRun(tx.q, id, {
          state: 'checking',
          mapping: mapping as (CustomerImportColumn | null)[],
          existing,
        });
        await job.enqueue(tx, id, viewer);
      }),

    apply: (viewer, id) =>
      change(viewer, id, async (tx, row) => {
        if (row.state !== 'checked') throw new AppError('conflict', { reason: 'import_not_checked' });
        await store.startImportRun(tx.q, id, { state: 'importing', applied_at: clock.now() });
        await settings.audit(tx.q, {
          viewer,
          action: 'customers.imported',
          subject: String(id),
          details: { file_name: row.file_name, existing: row.existing },
        });
        await job.enqueue(tx, id, viewer);
      }),

    undo: (viewer, id) => change(viewer, id, (tx, row) => job.undo.begin(tx, viewer, row)),

    stop: (viewer, id) =>
      change(viewer, id, async (tx, row) => {
        if (row.state === 'checking' || row.state === 'importing')
          await store.endImportRun(tx.q, id, 'stopped', clock.now());
      }),
  };
}

async function readSample(bytes: NodeJS.ReadableStream): Promise<{ head: string[]; sample: string[][] }> {
  const lines: string[][] = [];
  const source = bytes as Parameters<typeof csvLines>[0];
  try {
    for await (const { cells } of csvLines(source, LIMITS.importBytes)) {
      lines.push(cells.map((cell) => cell.slice(0, CELL_SHOWN)));
      if (lines.length > SAMPLE) break;
    }
  } catch (error) {
    if (!(error instanceof UnreadableCsvError)) throw error;
    if (lines.length === 0)
      throw new AppError('invalid', [{ path: 'file', message: 'Not a valid CSV file in UTF-8' }]);
  } finally {
    source.destroy();
  }
  const [head = [], ...sample] = lines;
  if (head.length === 0 || head.length > COLUMNS)
    throw new AppError('invalid', [{ path: 'file', message: `A file has 1 to ${COLUMNS} columns` }]);
  return { head: head.map((name) => name.trim()), sample };
}

/** Guesses the targets of columns by their names; each target is used once. */
function guessMapping(
  head: readonly string[],
  fields: readonly CustomField[],
): (CustomerImportColumn | null)[] {
  const taken = new Set<CustomerImportColumn>();
  return head.map((name) => {
    const word = name.trim().toLowerCase();
    const field = fields.find((one) => one.name.toLowerCase() === word || one.key.toLowerCase() === word);
    const place =
      CUSTOMER_IMPORT_COLUMNS.find((column) => GUESSES[column].test(word)) ??
      (field && (`field:${field.id}` as const));
    if (!place || taken.has(place)) return null;
    taken.add(place);
    return place;
  });
}
