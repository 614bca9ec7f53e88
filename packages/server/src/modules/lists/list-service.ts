import type { Readable } from 'node:stream';
import {
  LIMITS,
  rowName,
  type BodyOf,
  type ImportResult,
  type SettingsList,
  type ListKind,
  type ListOperation,
  type ListRow,
  type ListValue,
  type ListValues,
  type QueryOf,
} from '@trunkline/contract';
import type { Viewer } from '#platform/access';
import { insertAudit } from '#platform/audit';
import type { Query, Tx } from '#platform/db';
import { AppError, found } from '#platform/errors';
import { readCursor, writeCursor, type Cursor } from '#platform/paging';
import type { Platform } from '#platform/platform';
import { rowDifferences, withFields, type ListRowContent } from './changes.ts';
import { csvCellsOf, csvColumnsOf, type ReferencedNames } from './csv/csv-cells.ts';
import { csvFile, csvDialectOf, readCsv, type CsvFile } from '#platform/csv/csv-file';
import { guardFormula } from '#platform/csv/formulas';
import { STORED_LISTS, type StoredList } from './definitions.ts';
import { lockLists, mergeInLists } from './department-merge.ts';
import { writeEdit, type EditContext, type EditResult, type ListEdit, type ListListener } from './edit.ts';
import { planImport, type ListImportProblem, type PlannedRow } from './csv/import-plan.ts';
import { moveRow } from './move.ts';
import * as operations from './operation-store.ts';
import { hasLostLastAction, normaliseChange } from './normalise-change.ts';
import { countReferring } from './replace-references.ts';
import { listAccounts } from './accounts.ts';
import { listPeople } from './people.ts';
import * as store from './store.ts';
import { undoableSince, undoOperation } from './undo.ts';

type Ends = SettingsList['endpoints'];
type One = { data: ListRow; operation_id: number | null };
type BulkOutcome = { ok: true; operation_id: number | null };

const EXPORT_PAGE = 500;
const PROBLEMS_SHOWN = 200;

/**
 * The lists of the settings, with the same methods for each. A change returns the id of its operation, by which it can be
 * undone (null: nothing changed). @throws AppError `not_found` for an id that is not in the list
 */
export type Lists = {
  /** Registers a listener that runs in the transaction of each change. */
  onChange(listener: ListListener): void;
  list(
    kind: ListKind,
    query: QueryOf<Ends['list']>,
  ): Promise<{ data: ListRow[]; next: string | null; total: number }>;
  create(kind: ListKind, viewer: Viewer, body: BodyOf<Ends['create']>): Promise<One>;
  /** @throws AppError `stale` with what others changed, where the version is not the latest */
  update(kind: ListKind, viewer: Viewer, body: BodyOf<Ends['update']> & { id: number }): Promise<One>;
  /** Adds the rows that `missing` returns, which runs with the list locked. */
  add(
    kind: ListKind,
    viewer: Viewer,
    missing: (q: Tx['q']) => Promise<readonly ListValues[]>,
  ): Promise<BulkOutcome>;
  /** Activates or deactivates several rows. */
  bulk(kind: ListKind, viewer: Viewer, body: BodyOf<Ends['bulk']>): Promise<BulkOutcome>;
  /** Moves a row after another. */
  order(kind: ListKind, viewer: Viewer, body: BodyOf<Ends['order']>): Promise<BulkOutcome>;
  /** @throws AppError `in_use` where it is in use */
  remove(kind: ListKind, viewer: Viewer, id: number): Promise<BulkOutcome>;
  /**
   * Undoes the user's operation, or their latest, within a day. @throws AppError `stale` where others have changed the same
   * since
   */
  undo(kind: ListKind, viewer: Viewer, id: number | undefined): Promise<BulkOutcome>;
  /** Newest first; of one row, or of the whole list. */
  history(
    kind: ListKind,
    query: QueryOf<Ends['history']>,
  ): Promise<{ data: ListOperation[]; has_more: boolean }>;
  /** The list as CSV, read page by page while it is sent. */
  export(kind: ListKind, viewer: Viewer, filter: QueryOf<Ends['export']>): Promise<Readable>;
  /** Imports a file as a whole, or returns the problems by line. A dry run does the same, and rolls back. */
  import(
    kind: ListKind,
    viewer: Viewer,
    file: { bytes: Readable; isApplied: boolean },
  ): Promise<ImportResult>;
  /** Counts the rows of each list that refer to this row. */
  referring(q: Query, kind: ListKind, id: number): Promise<Partial<Record<ListKind, number>>>;
  /** Merges a department into another, as far as lists refer to it: see `department-merge.ts`. */
  merging: {
    lock(tx: Tx): Promise<void>;
    write(tx: Tx, viewer: Viewer, which: { from: number; to: number }): Promise<void>;
  };
  /** The rows as cells of the list's file, without ids; `leftOut`: the names of rows that refer to users or accounts. */
  cells(q: Query, kind: ListKind): Promise<{ rows: Record<string, string>[]; leftOut: string[] }>;
  /** Imports such rows within a transaction, without applying them if there is a problem. */
  importRows(
    tx: Tx,
    kind: ListKind,
    viewer: Viewer,
    rows: readonly Record<string, string>[],
  ): Promise<ImportResult>;
};

/** See `Lists`. */
export function createLists({ db, clock }: Pick<Platform, 'db' | 'clock'>): Lists {
  const listeners: ListListener[] = [];

  /** Runs `work` with the list locked; the change is recorded and can be undone. */
  async function alone<T>(
    kind: ListKind,
    viewer: Viewer,
    work: (tx: Tx, list: StoredList, by: EditContext) => Promise<T>,
  ): Promise<T> {
    return db.transaction(async (tx) => {
      const list = STORED_LISTS[kind];
      await list.lock?.(tx.q);
      await store.lockList(tx.q, list);
      return work(tx, list, { viewer, now: clock.now(), listeners });
    });
  }

  async function read(tx: Tx, list: StoredList, id: number): Promise<ListRow> {
    const [row] = await store.findRows(tx.q, list, [id]);
    return found(row);
  }

  const done = ({ operationId }: Pick<EditResult, 'operationId'>): BulkOutcome => ({
    ok: true,
    operation_id: operationId,
  });

  async function takeFile(tx: Tx, list: StoredList, file: CsvFile, by: EditContext): Promise<ImportResult> {
    const known = {
      ids: new Set(await store.listIds(tx.q, list)),
      byKey: await store.readIdsByKey(tx.q, list),
      names: await namesFor(tx.q, list),
    };
    const { wanted, problems } = await planImport(list, file, known);
    const { edit, wrong } = await editFor(tx, list, wanted);
    problems.push(...wrong);
    const isWritten = problems.length === 0;
    const { operationId } = isWritten ? await writeEdit(tx, list, edit, by) : { operationId: null };
    return { ...summary({ rows: file.lines.length, edit, problems }), operation_id: operationId };
  }

  return {
    onChange: (listener) => void listeners.push(listener),

    async list(kind, { cursor, limit, ...filter }) {
      const list = STORED_LISTS[kind];
      const rows = await store.listRows(db.q, list, { filter, limit, after: readCursor(cursor) });
      const data = rows.slice(0, limit);
      const last = data.at(-1);
      return {
        data: data.map(withoutKey),
        next: rows.length > limit && last ? writeCursor(placeOf(last)) : null,
        total: await store.countRows(db.q, list, filter),
      };
    },

    create: (kind, viewer, body) =>
      alone(kind, viewer, async (tx, list, by) => {
        const { operationId, ids } = await writeEdit(tx, list, { action: 'created', created: [body] }, by);
        return { data: await read(tx, list, ids[0] ?? 0), operation_id: operationId };
      }),

    update: (kind, viewer, { id, version, values, is_active }) =>
      alone(kind, viewer, async (tx, list, by) => {
        const before = await read(tx, list, id);
        if (before.version !== version) {
          const changes = await operations.listSince(tx.q, kind, { rowId: id, version });
          throw new AppError('stale', { current: before, changes });
        }
        const isActive = is_active ?? before.is_active;
        const after = { ...withFields(before, given(values ?? {})), is_active: isActive };
        const action = values ? 'changed' : isActive ? 'activated' : 'deactivated';
        const { operationId } = await writeEdit(tx, list, { action, changed: [{ before, after }] }, by);
        return { data: await read(tx, list, id), operation_id: operationId };
      }),

    add: (kind, viewer, missing) =>
      alone(kind, viewer, async (tx, list, by) => {
        const created = (await missing(tx.q)).map((values) => ({ values, is_active: true }));
        return done(await writeEdit(tx, list, { action: 'imported', created }, by));
      }),

    bulk: (kind, viewer, { ids, is_active }) =>
      alone(kind, viewer, async (tx, list, by) => {
        const rows = await store.findRows(tx.q, list, ids);
        const changed = rows.map((before) => ({ before, after: { ...before, is_active } }));
        const action = is_active ? 'activated' : 'deactivated';
        return done(await writeEdit(tx, list, { action, changed }, by));
      }),

    order: (kind, viewer, { id, after }) =>
      alone(kind, viewer, async (tx, list, by) => {
        const row = await read(tx, list, id);
        return done({
          operationId: await moveRow(tx, list, { row, after, edit: { action: 'ordered' }, by }),
        });
      }),

    remove: (kind, viewer, id) =>
      alone(kind, viewer, async (tx, list, by) => {
        const removed = [await read(tx, list, id)];
        return done(await writeEdit(tx, list, { action: 'removed', removed }, by));
      }),

    undo: (kind, viewer, id) =>
      alone(kind, viewer, async (tx, list, by) =>
        done({ operationId: await undoOperation(tx, list, id, by) }),
      ),

    async history(kind, { row, before, limit }) {
      const since = undoableSince(clock.now());
      const rows = await operations.listOperations(db.q, kind, { row, before, limit, undoableSince: since });
      return { data: rows.slice(0, limit), has_more: rows.length > limit };
    },

    async export(kind, viewer, filter) {
      const list = STORED_LISTS[kind];
      await insertAudit(db.q, { viewer, action: `${kind}.exported`, subject: kind });
      const names = await namesFor(db.q, list);
      const lines = async function* () {
        yield csvColumnsOf(list).map(guardFormula);
        for await (const row of everyRow(filter, list)) yield csvCellsOf(list, row, names);
      };
      return csvFile(lines(), csvDialectOf(viewer));
    },

    referring: countReferring,

    merging: {
      lock: ({ q }) => lockLists(q),
      write: (tx, viewer, which) => mergeInLists(tx, which, { viewer, now: clock.now(), listeners }),
    },

    async cells(q, kind) {
      const list = STORED_LISTS[kind];
      const names = await namesFor(q, list);
      const [, ...columns] = csvColumnsOf(list);
      const rows: Record<string, string>[] = [];
      const leftOut: string[] = [];
      for await (const row of everyRow({ status: 'all', sort: 'position', direction: 'asc' }, list)) {
        const [, ...cells] = csvCellsOf(list, row, names);
        const own = Object.entries(list.fields).some(([name, { kind: of }]) => isOurs(of, row.values[name]));
        if (own) leftOut.push(rowName(row));
        else rows.push(Object.fromEntries(columns.map((column, at) => [column, cells[at] ?? ''])));
      }
      return { rows, leftOut };
    },

    async importRows(tx, kind, viewer, rows) {
      const list = STORED_LISTS[kind];
      await list.lock?.(tx.q);
      await store.lockList(tx.q, list);
      const head = [...new Set(rows.flatMap((row) => Object.keys(row)))];
      const lines = rows.map((row, at) => ({ line: at + 1, cells: head.map((name) => row[name] ?? '') }));
      const file: CsvFile = { head, lines, isTooLong: rows.length > LIMITS.listRows, unreadableAt: null };
      return takeFile(tx, list, file, { viewer, now: clock.now(), listeners });
    },

    async import(kind, viewer, { bytes, isApplied }) {
      const file = await readCsv(bytes);
      let result: ImportResult | undefined;
      const run = alone(kind, viewer, async (tx, list, by) => {
        result = await takeFile(tx, list, file, by);
        if (!isApplied || result.problem_count > 0) {
          result = { ...result, operation_id: null };
          throw new DryRun();
        }
        result = { ...result, is_applied: true };
      });
      await run.catch((error: unknown) => {
        if (!(error instanceof DryRun)) throw error;
      });
      return found(result);
    },
  };

  async function* everyRow(filter: QueryOf<Ends['export']>, list: StoredList): AsyncGenerator<ListRow> {
    let after: Cursor | undefined;
    for (;;) {
      const rows = await store.listRows(db.q, list, { filter, limit: EXPORT_PAGE, after });
      yield* rows.slice(0, EXPORT_PAGE);
      const last = rows[EXPORT_PAGE - 1];
      if (rows.length <= EXPORT_PAGE || !last) return;
      after = placeOf(last);
    }
  }
}

/** Whether a row refers to a user or account of this workspace. */
const isOurs = (kind: StoredList['fields'][string]['kind'], value: ListValue | undefined): boolean =>
  (kind === 'person' && typeof value === 'number') ||
  (kind === 'accounts' && Array.isArray(value) && value.length > 0);

/** Thrown to roll a transaction back. */
class DryRun extends Error {}

const placeOf = ({ sort_key: key, id }: store.RowWithSortKey): Cursor => ({ key, id });

function withoutKey(placed: store.RowWithSortKey): ListRow {
  const { sort_key: _, ...row } = placed;
  return row;
}

const given = (values: Partial<ListRow['values']>): ListRow['values'] =>
  Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );

/** The rows that a field can refer to, by name; undefined for fields without references. */
async function namedBy(q: Tx['q'] | Platform['db']['q'], field: StoredList['fields'][string]) {
  if (field.kind === 'person') return listPeople(q);
  if (field.kind === 'accounts') return listAccounts(q);
  if (field.kind === 'reference' || field.kind === 'references')
    return store.readRowNames(q, STORED_LISTS[field.to]);
  return undefined;
}

async function namesFor(q: Tx['q'] | Platform['db']['q'], list: StoredList): Promise<ReferencedNames> {
  const names: ReferencedNames = {};
  for (const [name, field] of Object.entries(list.fields)) {
    const rows = await namedBy(q, field);
    if (!rows) continue;
    names[name] = {
      byId: new Map(rows.map((row) => [row.id, row.name])),
      byName: new Map(rows.toReversed().map((row) => [row.name.toLowerCase(), row.id])),
    };
  }
  return names;
}

type PlannedEdit = { edit: ListEdit; wrong: ListImportProblem[] };

async function editFor(tx: Tx, list: StoredList, wanted: readonly PlannedRow[]): Promise<PlannedEdit> {
  const there = wanted.flatMap(({ id }) => (id === null ? [] : [id]));
  const rows = new Map((await store.findRows(tx.q, list, there)).map((row) => [row.id, row]));
  const created: ListRowContent[] = [];
  const changed: { before: ListRow; after: ListRowContent }[] = [];
  const wrong: ListImportProblem[] = [];
  for (const { id, line, values, is_active } of wanted) {
    const before = rows.get(id ?? 0) ?? null;
    if (id !== null && !before) continue;
    const base = before ?? { values, is_active: !list.startsOff };
    const asked = { ...withFields(base, values), is_active: is_active ?? base.is_active };
    const after = normaliseChange(list, before, asked);
    wrong.push(...list.wrong(after.values).map((column) => ({ line, column, problem: 'invalid' as const })));
    if (hasLostLastAction(list, before, after))
      wrong.push({ line, column: list.acts[0] ?? null, problem: 'missing' });
    if (before) changed.push({ before, after });
    else created.push(after);
  }
  return { edit: { action: 'imported', created, changed }, wrong };
}

type Outcome = { rows: number; edit: ListEdit; problems: readonly ListImportProblem[] };

function summary({ rows, edit, problems }: Outcome): ImportResult {
  const changed = (edit.changed ?? []).filter(({ before, after }) => rowDifferences(before, after)).length;
  return {
    rows,
    created: edit.created?.length ?? 0,
    changed,
    unchanged: (edit.changed?.length ?? 0) - changed,
    is_applied: false,
    operation_id: null,
    problems: problems.slice(0, PROBLEMS_SHOWN),
    problem_count: problems.length,
  };
}
