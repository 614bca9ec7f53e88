import { sql } from 'kysely';
import type { Query, Tx } from '#platform/db';
import { found } from '#platform/errors';
import { STORED_LISTS } from './definitions.ts';
import { writeEdit, type EditContext } from './edit.ts';
import { replaceReferences } from './replace-references.ts';
import { lockRules } from './rules-lock.ts';
import * as store from './store.ts';
import './tables.ts';

/** Locks all lists against changes until the transaction ends. Call before anything else; the order is always the same. */
export async function lockLists(q: Query): Promise<void> {
  await lockRules(q);
  for (const list of Object.values(STORED_LISTS)) await store.lockList(q, list);
}

/** Locks the department, so that nobody can write a row that refers to it until the transaction ends. */
export async function lockDepartment(q: Query, id: number): Promise<void> {
  await q.selectFrom('departments').select('id').where('id', '=', id).forUpdate().execute();
}

/**
 * Replaces references to the department in all lists by the other one, and marks its row as merged. Call with all lists locked,
 * after everything else was moved.
 */
export async function mergeInLists(
  tx: Tx,
  { from, to }: { from: number; to: number },
  by: EditContext,
): Promise<void> {
  await replaceReferences(tx, { kind: 'departments', from, to }, by);
  const list = STORED_LISTS.departments;
  const before = found((await store.findRows(tx.q, list, [from]))[0]);
  const values = { ...before.values, overflow_id: null, overflow_seconds: null };
  const after = { values, is_active: false };
  await writeEdit(tx, list, { action: 'merged', changed: [{ before, after }] }, by);
  await sql`update departments set merged_into = ${to}, merged_at = coalesce(merged_at, ${by.now})
    where id = ${from} or merged_into = ${from}`.execute(tx.q);
}
