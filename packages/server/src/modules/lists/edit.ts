import {
  isSameValue,
  LIMITS,
  rowName,
  type ListAction,
  type ListKind,
  type ListRow,
  type ListValue,
} from '@trunkline/contract';
import type { Viewer } from '#platform/access';
import type { Tx } from '#platform/db';
import { AppError } from '#platform/errors';
import { insertAudit } from '#platform/audit';
import { rowDifferences, flattenRow, type ListRowContent } from './changes.ts';
import { STORED_LISTS, type StoredList } from './definitions.ts';
import * as operations from './operation-store.ts';
import type { RowChange } from './operation-store.ts';
import { hasLostLastAction, lacksOption, normaliseChange } from './normalise-change.ts';
import { countAccounts } from './accounts.ts';
import { demandVariables } from './macro-texts.ts';
import { countActiveUsers } from './people.ts';
import * as store from './store.ts';

/** A change of a list's rows. */
export type ListEdit = {
  action: ListAction;
  created?: readonly store.NewRow[];
  changed?: readonly { before: ListRow; after: ListRowContent }[];
  removed?: readonly ListRow[];
  /** The id of the operation that this one undoes. */
  undoes?: number;
};
type Changed = NonNullable<ListEdit['changed']>[number];
export type EditResult = { operationId: number | null; ids: number[] };
/** Called for every change, in its transaction. */
export type ListListener = (tx: Tx, kind: ListKind, changes: readonly RowChange[]) => Promise<void>;
export type EditContext = { viewer: Viewer; now: Date; listeners: readonly ListListener[] };

const CHUNK = 500;

/**
 * Writes a change of a list that is locked in this transaction, records it, and tells the screens. All changes are written
 * here, whether they come from a form, a bulk change, a file or an undo.
 */
export async function writeEdit(
  tx: Tx,
  list: StoredList,
  edit: ListEdit,
  by: EditContext,
): Promise<EditResult> {
  const created = (edit.created ?? []).map((row) => ({ ...row, ...normaliseChange(list, null, row) }));
  const removed = edit.removed ?? [];
  const asked = await withOneOnly(tx, list, { ...edit, created });
  const changed = asked.map(({ before, after }) => ({ before, after: normaliseChange(list, before, after) }));
  await demandNotMerged(tx, list, [...removed, ...changed.map(({ before }) => before)]);
  await demandKept(tx, list, changed);
  // A merge only replaces references to one row; other fields may hold values that would be refused today.
  if (edit.action !== 'merged') {
    demandConsistent(list, [...created, ...changed.map(({ after }) => after)]);
    await demandReferences(tx, list, [...created, ...changed.map(({ after }) => after)]);
  }
  // An undo may restore rows that would be refused now.
  if (edit.undoes === undefined) {
    const written = [...changed, ...created.map((after) => ({ after }))];
    if (edit.action !== 'merged') demandActions(list, written);
    await demandVariables(tx.q, list, written);
  }
  demandUnused(removed);
  const changes: RowChange[] = removed.map((row) => ({
    row_id: row.id,
    name: rowName(row),
    version: null,
    before: { ...flattenRow(row), position: row.position },
    after: null,
  }));
  const gone = removed.map(({ id }) => id);
  await inWords(() => store.deleteRows(tx.q, list, gone), 'in_use');
  const fresh = await inWords(() => writeRows(tx, list, { changed, created }), 'invalid_reference');
  changes.push(...changed.flatMap(asChange), ...created.map((row, index) => asNew(row, fresh[index] ?? 0)));
  await demandRules(tx, list, changes);
  return { operationId: await recordListEdit(tx, list, { edit, changes, by }), ids: fresh };
}

/** Records who did what, in the audit log too, and tells the screens; does nothing without changes. */
export async function recordListEdit(
  tx: Tx,
  list: StoredList,
  {
    edit,
    changes,
    by,
  }: { edit: Pick<ListEdit, 'action' | 'undoes'>; changes: readonly RowChange[]; by: EditContext },
): Promise<number | null> {
  if (changes.length === 0) return null;
  const { viewer, now, listeners } = by;
  const operationId = await operations.insertOperation(
    tx.q,
    {
      kind: list.kind,
      user_id: viewer.id,
      user_name: viewer.fullname,
      action: edit.action,
      undoes: edit.undoes ?? null,
      at: now,
    },
    changes,
  );
  await insertAudit(tx.q, {
    viewer,
    action: `${list.kind}.${edit.action}`,
    subject: changes
      .slice(0, 10)
      .map(({ row_id }) => row_id)
      .join(' '),
    details: { operation: operationId, ...detailsOf(changes) },
  });
  for (const listener of listeners) await listener(tx, list.kind, changes);
  tx.emit('settings-changed', { part: list.part, list: list.kind }, ['everyone']);
  return operationId;
}

/** How many rows an audit entry contains; the list's history has all. */
const AUDITED_ROWS = 10;

function detailsOf(changes: readonly RowChange[]): object {
  const [only] = changes;
  if (changes.length === 1 && only) return { name: only.name, before: only.before, after: only.after };
  const rows = changes.slice(0, AUDITED_ROWS);
  return {
    rows: changes.length,
    before: Object.fromEntries(rows.map((row) => [`${row.row_id} ${row.name}`, row.before])),
    after: Object.fromEntries(rows.map((row) => [`${row.row_id} ${row.name}`, row.after])),
  };
}

/** If only one row may have something, the row that gets it takes it from the one before. */
async function withOneOnly(tx: Tx, list: StoredList, edit: ListEdit): Promise<readonly Changed[]> {
  const { only } = list;
  const changed = edit.changed ?? [];
  if (!only) return changed;
  const has = ({ values }: ListRowContent) => values[only] === true;
  const isGiven = [...changed.map(({ after }) => after), ...(edit.created ?? [])].some(has);
  if (!isGiven) return changed;
  const touched = new Set(changed.map(({ before }) => before.id));
  const others = (await store.findRowsWithFlag(tx.q, list, only)).filter(({ id }) => !touched.has(id));
  return [
    ...changed,
    ...others.map((before) => ({
      before,
      after: { ...before, values: { ...before.values, [only]: false } },
    })),
  ];
}

/** How many of these ids exist among those that the field may refer to. */
async function countReferred(tx: Tx, field: StoredList['fields'][string], ids: number[]): Promise<number> {
  if (field.kind === 'person') return countActiveUsers(tx.q, ids);
  if (field.kind === 'accounts') return countAccounts(tx.q, ids);
  if (field.kind === 'reference' || field.kind === 'references')
    return (await store.findRows(tx.q, STORED_LISTS[field.to], ids)).length;
  return ids.length;
}

async function demandReferences(tx: Tx, list: StoredList, rows: readonly ListRowContent[]): Promise<void> {
  for (const [name, field] of Object.entries(list.fields)) {
    const wanted = new Set(rows.flatMap(({ values }) => numbersIn(values[name])));
    if ((await countReferred(tx, field, [...wanted])) < wanted.size)
      throw new AppError('invalid_reference', [{ path: `values.${name}`, message: 'Unknown row' }]);
  }
}

const numbersIn = (value: ListValue | undefined): number[] =>
  [value].flat().filter((one) => typeof one === 'number');

/** Refuses combinations of fields that the list's definition does not allow. */
function demandConsistent(list: StoredList, rows: readonly ListRowContent[]): void {
  const wrong = rows.flatMap(({ values }) => list.wrong(values));
  if (wrong.length === 0) return;
  throw new AppError(
    'invalid',
    wrong.map((name) => ({ path: `values.${name}`, message: 'Not valid together with the other fields' })),
  );
}

/** Refuses macros and rules without an action. Existing ones may still be renamed or deactivated. */
function demandActions(list: StoredList, rows: readonly { before?: ListRow; after: ListRowContent }[]): void {
  if (!rows.some(({ before, after }) => hasLostLastAction(list, before ?? null, after))) return;
  throw new AppError('invalid', [
    { path: `values.${list.acts[0]}`, message: 'At least one action is required' },
  ]);
}

/** For rows in use: refuses changes of fixed fields, and removing used options. */
async function demandKept(tx: Tx, list: StoredList, changed: readonly Changed[]): Promise<void> {
  const used = changed.filter(({ before }) => before.is_used);
  const options = await store.findUsedOptions(
    tx.q,
    list,
    used.map(({ before }) => before.id),
  );
  for (const { before, after } of used) {
    for (const [name, field] of Object.entries(list.fields)) {
      const [had, has] = [before.values[name], after.values[name]];
      const isBroken =
        (field.isFixed && !isSameValue(had, has)) ||
        (field.kind === 'options' && lacksOption(has, options.get(before.id) ?? [], had));
      if (isBroken)
        throw new AppError('in_use', { path: `values.${name}`, id: before.id, name: rowName(before) });
    }
  }
}

async function demandNotMerged(tx: Tx, list: StoredList, rows: readonly ListRow[]): Promise<void> {
  const ids = rows.map(({ id }) => id);
  const merged = await store.findMergedRow(tx.q, list, ids);
  if (merged) throw new AppError('conflict', { reason: 'department_merged', ...merged });
}

function demandUnused(rows: readonly ListRow[]): void {
  const used = rows.find(({ is_used }) => is_used);
  if (used) throw new AppError('in_use', { id: used.id, name: rowName(used) });
}

/** Rules about the list as a whole, checked after everything was written. */
async function demandRules(tx: Tx, list: StoredList, changes: readonly RowChange[]): Promise<void> {
  await demandUnique(tx, list, changes);
  if (changes.some(({ before }) => before === null) && (await store.countRows(tx.q, list)) > LIMITS.listRows)
    throw new AppError('too_large', { reason: 'list_full', max: LIMITS.listRows });
  if (!list.only) return;
  const [one, ...more] = await store.findRowsWithFlag(tx.q, list, list.only);
  if (!one?.is_active || more.length > 0)
    throw new AppError('conflict', { path: `values.${list.only}`, reason: 'one_only' });
}

async function demandUnique(tx: Tx, list: StoredList, changes: readonly RowChange[]): Promise<void> {
  for (const fields of [list.key, ...(list.alsoUnique ?? [])]) {
    const named = changes.filter(({ after }) => fields.some((field) => after && field in after));
    const ids = named.map(({ row_id }) => row_id);
    const [twin] = await store.findDuplicateRows(tx.q, list, { fields, ids });
    if (twin) throw new AppError('duplicate', { path: `values.${fields.at(-1) ?? 'name'}`, id: twin });
  }
}

async function writeRows(
  tx: Tx,
  list: StoredList,
  { changed, created }: { changed: readonly Changed[]; created: readonly store.NewRow[] },
): Promise<number[]> {
  const differing = changed.filter(({ before, after }) => rowDifferences(before, after));
  for (const some of chunks(differing)) {
    const rows = some.map(({ before, after }) => ({ ...after, id: before.id }));
    await store.updateRows(tx.q, list, rows);
  }
  const ids: number[] = [];
  for (const some of chunks(created)) ids.push(...(await store.insertRows(tx.q, list, some)));
  return ids;
}

/** Converts the database's error about references; the caller knows what it means. */
async function inWords<T>(write: () => Promise<T>, missing: 'in_use' | 'invalid_reference'): Promise<T> {
  try {
    return await write();
  } catch (error) {
    const { code } = error as { code?: string };
    if (code === '23505') throw new AppError('duplicate', { path: 'values.name' });
    if (code === '23503') throw new AppError(missing);
    throw error;
  }
}

function asChange({ before, after }: Changed): RowChange[] {
  const differing = rowDifferences(before, after);
  if (!differing) return [];
  return [{ row_id: before.id, name: rowName(after), version: before.version + 1, ...differing }];
}

const asNew = (row: store.NewRow, id: number): RowChange => ({
  row_id: id,
  name: rowName(row),
  version: row.version ?? 1,
  before: null,
  after: flattenRow(row),
});

function* chunks<T>(rows: readonly T[]): Generator<readonly T[]> {
  for (let at = 0; at < rows.length; at += CHUNK) yield rows.slice(at, at + CHUNK);
}
