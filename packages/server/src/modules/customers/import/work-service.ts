import { pipeline, Transform } from 'node:stream';
import { LIMITS, type CustomerImportColumn, type CustomField, type Language } from '@trunkline/contract';
import type { Viewer } from '#platform/access';
import type { Query, Tx } from '#platform/db';
import type { Platform } from '#platform/platform';
import type { Auth } from '#modules/auth';
import { csvLines, UnreadableCsvError, type CsvLine } from '#platform/csv/csv-file';
import type { Settings } from '#modules/settings';
import {
  identityKeyOf,
  planRows,
  type ImportLine,
  type CustomerLineProblem,
  type RowsPlan,
} from './plan-rows.ts';
import { readRow } from './read-row.ts';
import { toCustomerImport } from './shape.ts';
import { markAddressesSeen } from './mark-store.ts';
import { createImportUndo } from './undo-service.ts';
import { recordImportedRows } from './undo-store.ts';
import * as store from './store.ts';
import type { ImportRow } from './store.ts';

/** Customers before some lines are applied. */
type LockedCustomers = ReadonlyMap<number, Awaited<ReturnType<typeof store.lockCustomers>>[number]>;

export type ImportDeps = Pick<Platform, 'db' | 'clock' | 'jobs' | 'files'> & {
  settings: Settings;
  auth: Pick<Auth, 'user'>;
  /** Returns which of these customers other modules have rows of. */
  holders: (q: Query, ids: readonly number[]) => Promise<Set<number>>;
  /** Tells whatever shows these customers of their changed names. */
  announceRenamed: (tx: Tx, ids: readonly number[]) => Promise<void>;
};

const TASK = 'customers:import';
/** Lines of one transaction. */
const AT_ONCE = 200;
const TELL_EVERY_MS = 400;
/** Attempts if somebody else takes one of the addresses meanwhile: then the lines are planned again. */
const TRIES = 3;

/**
 * Runs an import, some lines per transaction together with the progress, so that a crash repeats and loses none. Files of any
 * length are streamed.
 */
export function createImportJob(deps: ImportDeps) {
  const { db, clock, jobs, files, settings, auth, announceRenamed: tellRenamed } = deps;
  const undo = createImportUndo({ ...deps, emitImport });

  async function work(id: number, language: Language): Promise<void> {
    const row = await store.findImport(db.q, id);
    if (!row || (row.state !== 'checking' && row.state !== 'importing')) return;
    let bytes = 0;
    const measure = new Transform({
      transform(chunk: Buffer, _encoding, next) {
        bytes += chunk.length;
        next(null, chunk);
      },
    });
    let told = 0;
    try {
      for await (const lines of chunksOf(
        csvLines(
          pipeline(files.read(row.file_id), measure, () => undefined),
          LIMITS.importBytes,
        ),
        row,
      )) {
        const goesOn = await attempt(
          (isTold) => importRows(row, { lines, bytes, isTold, language }),
          () => {
            const isDue = Date.now() - told >= TELL_EVERY_MS;
            if (isDue) told = Date.now();
            return isDue;
          },
        );
        if (!goesOn) return;
      }
      await finish(id, row.state === 'checking' ? 'checked' : 'done');
    } catch (error) {
      if (!(error instanceof UnreadableCsvError)) throw error;
      await unreadable(row, error.line);
    }
  }

  type Chunk = {
    lines: readonly CsvLine[];
    bytes: number;
    isTold: boolean;
    language: Language;
  };

  /** False when it was stopped meanwhile. */
  async function importRows(asked: ImportRow, { lines, bytes, isTold, language }: Chunk): Promise<boolean> {
    return db.transaction(async (tx) => {
      const row = await store.lockImport(tx.q, asked.id);
      if (row?.state !== asked.state) return false;
      const fields = (await settings.customFields.hold(tx.q, 'customer')).filter((field) => field.is_active);
      const { home_country: home } = await settings.config();
      const numbers = lines[0]?.hasDecimalComma ? 'id' : language;
      const { read, problems } = readLines(lines, { ...row, fields, language: numbers, home });
      // A dry run stores no customers, so it notes addresses that later lines may repeat.
      const keys = read.flatMap((line) => line.row.identities.map(identityKeyOf));
      const isSeen = row.state === 'checking' ? await markAddressesSeen(tx.q, row.id, keys) : undefined;
      const { plan, known } = await planOf(tx, { row, read, fields, isSeen });
      if (row.state === 'importing') await write(tx, row.id, { plan, known });
      await store.addImportCounts(tx.q, row.id, {
        rows: lines.length,
        bytes,
        created: plan.created.length,
        changed: new Set([...plan.changed.map(({ id }) => id), ...plan.added.map((one) => one.customer_id)])
          .size,
        unchanged: plan.unchanged,
        problems: [...problems, ...plan.problems].toSorted((a, b) => a.line - b.line),
      });
      if (isTold) await emitImport(tx, row.id, row.user_id);
      return true;
    });
  }

  async function planOf(
    tx: Tx,
    {
      row,
      read,
      fields,
      isSeen,
    }: {
      row: ImportRow;
      read: ImportLine[];
      fields: CustomField[];
      isSeen: ((key: string) => boolean) | undefined;
    },
  ): Promise<{ plan: RowsPlan; known: LockedCustomers }> {
    const owners = await store.customersOfIdentities(
      tx.q,
      read.flatMap((line) => line.row.identities),
    );
    const locked = await store.lockCustomers(tx.q, [...new Set(owners.values())]);
    const known = new Map(locked.map((customer) => [customer.id, customer]));
    const { default_language: language } = await settings.config();
    const columnOf = (place: CustomerImportColumn) => row.head[row.mapping.indexOf(place)];
    const around = { owners, known, fields, existing: row.existing, language, columnOf };
    return { plan: planRows(read, { ...around, ...(isSeen && { isSeen }) }), known };
  }

  /** With the data for undoing it. */
  async function write(
    tx: Tx,
    id: number,
    { plan, known }: { plan: RowsPlan; known: LockedCustomers },
  ): Promise<void> {
    const { created, changed, added } = plan;
    const ids = await store.insertCustomers(tx.q, created, clock.now());
    const own = created.flatMap(({ identities }, index) =>
      identities.map((identity) => ({ ...identity, customer_id: ids[index] ?? 0 })),
    );
    await store.insertIdentities(tx.q, own);
    const addresses = await store.insertIdentities(tx.q, added);
    await store.updateCustomers(tx.q, changed);
    await recordImportedRows(tx.q, id, [
      ...ids.map((made) => ({ customer_id: made, version: 1, before: null, identities: [] })),
      ...changed.flatMap((after) => {
        const before = known.get(after.id);
        if (!before) return [];
        const { id: customer_id, version, ...replaced } = before;
        const got = addresses.filter((one) => one.customer_id === customer_id);
        return [
          { customer_id, version: version + 1, before: replaced, identities: got.map((one) => one.id) },
        ];
      }),
    ]);
    const renamed = changed.filter((after) => known.get(after.id)?.name !== after.name);
    await tellRenamed(
      tx,
      renamed.map((one) => one.id),
    );
  }

  async function emitImport(tx: Tx, id: number, userId: number): Promise<void> {
    const row = await store.findImport(tx.q, id);
    if (!row) return;
    const shape = toCustomerImport(row, { now: clock.now(), undo: await undo.of(tx.q, row) });
    tx.emit('customer-import-changed', shape, [`user:${userId}`]);
  }

  async function finish(id: number, state: 'checked' | 'done' | 'failed'): Promise<void> {
    await db.transaction(async (tx) => {
      const row = await store.lockImport(tx.q, id);
      if (row?.state !== 'checking' && row?.state !== 'importing') return;
      await store.endImportRun(tx.q, id, state, clock.now());
      await emitImport(tx, id, row.user_id);
      if (state === 'done' && row.created + row.changed > 0)
        tx.emit('customers-imported', { count: row.created + row.changed }, ['customers']);
    });
  }

  /** Lines before an unreadable one are imported, the rest is not. */
  async function unreadable({ id, state }: ImportRow, line: number): Promise<void> {
    const problems: CustomerLineProblem[] = [{ line, column: null, problem: 'unreadable' }];
    await db.transaction((tx) =>
      store.addImportCounts(tx.q, id, { rows: 0, bytes: 0, created: 0, changed: 0, unchanged: 0, problems }),
    );
    await finish(id, state === 'checking' ? 'checked' : 'failed');
  }

  // Jobs enqueued by an older version have no language.
  jobs.define<{ id: number; language?: Language }>(TASK, ({ id, language = 'en' }) => work(id, language));
  return {
    /** Numbers in the file are read in the language of the user who starts it. */
    enqueue: async (tx: Tx, id: number, viewer: Viewer): Promise<void> => {
      const { language } = await auth.user(viewer.id);
      await tx.enqueue(TASK, { id, language }, { key: `${TASK}:${id}` });
    },
    emitImport,
    undo,
  };
}

/** Lines in portions, without the head and those that are done already. */
async function* chunksOf(
  lines: AsyncIterable<CsvLine>,
  { rows: done }: Pick<ImportRow, 'rows'>,
): AsyncGenerator<CsvLine[]> {
  let chunk: CsvLine[] = [];
  let at = -1;
  try {
    for await (const line of lines) {
      at += 1;
      if (at === 0 || at <= done) continue;
      chunk.push(line);
      if (chunk.length < AT_ONCE) continue;
      yield chunk;
      chunk = [];
    }
  } catch (error) {
    // The lines before the unreadable one are good.
    if (chunk.length > 0) yield chunk;
    throw error;
  }
  if (chunk.length > 0) yield chunk;
}

function readLines(
  lines: readonly CsvLine[],
  plan: Parameters<typeof readRow>[1],
): { read: ImportLine[]; problems: CustomerLineProblem[] } {
  const read: ImportLine[] = [];
  const problems: CustomerLineProblem[] = [];
  for (const { line, cells } of lines) {
    const result = readRow(cells, plan);
    if ('row' in result) read.push({ line, row: result.row });
    else problems.push(...result.problems.map((problem) => ({ line, ...problem })));
  }
  return { read, problems };
}

async function attempt<T>(run: (isTold: boolean) => Promise<T>, isDue: () => boolean): Promise<T> {
  const isTold = isDue();
  for (let left = TRIES; ; left -= 1) {
    try {
      return await run(isTold);
    } catch (error) {
      if (left <= 1 || (error as { code?: string }).code !== '23505') throw error;
    }
  }
}
