import {
  CONDITION_FIELDS,
  parseConditions,
  isCustomFieldKey,
  type Condition,
  type ListKind,
  type ListRow,
  type ListValue,
  type ListValues,
} from '@trunkline/contract';
import type { Query, Tx } from '#platform/db';
import { withFields, type ListRowContent } from './changes.ts';
import { STORED_LISTS, type StoredList } from './definitions.ts';
import { writeEdit, type EditContext } from './edit.ts';
import * as store from './store.ts';

export type ReferenceReplacement = { kind: ListKind; from: number; to: number };
type Change = { before: ListRow; after: ListRowContent };

/** How many rows of each list refer to that row; the row itself does not count. */
export async function countReferring(
  q: Query,
  kind: ListKind,
  id: number,
): Promise<Partial<Record<ListKind, number>>> {
  const counts: Partial<Record<ListKind, number>> = {};
  for (const list of Object.values(STORED_LISTS)) {
    const changes = await changesOf(q, list, { kind, from: id, to: 0 });
    if (changes.length > 0) counts[list.kind] = changes.length;
  }
  return counts;
}

/** Replaces all references to one row of a list by another row. Call with all lists locked. */
export async function replaceReferences(tx: Tx, which: ReferenceReplacement, by: EditContext): Promise<void> {
  for (const list of Object.values(STORED_LISTS)) {
    const changed = await changesOf(tx.q, list, which);
    if (changed.length > 0) await writeEdit(tx, list, { action: 'merged', changed }, by);
  }
}

async function changesOf(q: Query, list: StoredList, which: ReferenceReplacement): Promise<Change[]> {
  if (!Object.values(list.fields).some((field) => mayRefer(field, which.kind))) return [];
  const rows = await store.findRows(q, list, await store.listIds(q, list));
  return rows.flatMap((before) => {
    if (list.kind === which.kind && before.id === which.from) return [];
    const fields = referring(list, before, which);
    return Object.keys(fields).length === 0 ? [] : [{ before, after: withFields(before, fields) }];
  });
}

const mayRefer = (field: StoredList['fields'][string], kind: ListKind): boolean =>
  field.kind === 'conditions' ||
  ((field.kind === 'reference' || field.kind === 'references') && field.to === kind);

/** The fields of a row that refer to `from`, with their new values. References of the row `to` to itself are removed. */
function referring(
  list: StoredList,
  { id, values }: ListRow,
  { kind, from, to }: ReferenceReplacement,
): ListValues {
  const isItself = list.kind === kind && id === to;
  const changed = Object.entries(list.fields).flatMap(([name, field]): [string, ListValue][] => {
    const value = values[name] ?? null;
    if (field.kind === 'conditions') {
      const text = conditionsTo(value, { kind, from, to });
      return text === value ? [] : [[name, text]];
    }
    if (!mayRefer(field, kind)) return [];
    if (value === from) return [[name, isItself ? null : to]];
    const ids = Array.isArray(value) ? value.filter((one) => typeof one === 'number') : [];
    return ids.includes(from) ? [[name, [...new Set(ids.map((one) => (one === from ? to : one)))]]] : [];
  });
  return Object.fromEntries(changed);
}

/** The conditions with references to `from` replaced; the same text if there are none. */
export function conditionsTo(text: ListValue, { kind, from, to }: ReferenceReplacement): ListValue {
  const conditions = parseConditions(text);
  const led = conditions.map((one) => conditionTo(one, { kind, from, to }));
  return led.every((one, at) => one === conditions[at]) ? text : JSON.stringify(led);
}

function conditionTo(one: Condition, { kind, from, to }: ReferenceReplacement): Condition {
  const isAsked = !isCustomFieldKey(one.field) && CONDITION_FIELDS[one.field].of === kind;
  if (!isAsked || !Array.isArray(one.value) || !one.value.includes(from)) return one;
  return { ...one, value: [...new Set(one.value.map((value) => (value === from ? to : value)))] };
}
