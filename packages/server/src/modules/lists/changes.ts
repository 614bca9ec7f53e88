import { isSameValue, type ListRow, type ListValue, type ListValues } from '@trunkline/contract';

/** A row without its position. */
export type ListRowContent = { values: ListValues; is_active: boolean };
export type RowBeforeAfter = { before: ListValues; after: ListValues };

/** Fields and state of a row in one object, as changes are recorded. */
export const flattenRow = ({ values, is_active }: ListRowContent): ListValues => ({ ...values, is_active });

/** The fields that differ, before and after; null where there are none. */
export function rowDifferences(before: ListRowContent, after: ListRowContent): RowBeforeAfter | null {
  const [old, fresh] = [flattenRow(before), flattenRow(after)];
  const fields = Object.keys(fresh).filter((field) => !isSameValue(old[field], fresh[field]));
  return fields.length === 0 ? null : { before: pick(old, fields), after: pick(fresh, fields) };
}

/** The content with some fields replaced, perhaps including `is_active`. */
export function withFields(row: ListRowContent, fields: ListValues): ListRowContent {
  const { is_active = row.is_active, ...values } = fields;
  const known = Object.entries(values).filter(([field]) => field in row.values);
  return { values: { ...row.values, ...Object.fromEntries(known) }, is_active: is_active === true };
}

/** Fields that have changed since a change: undoing it would also undo what somebody did later. */
export const fieldsChangedSince = (row: ListRow, after: ListValues): string[] => {
  const now = flattenRow(row);
  return Object.keys(after).filter((field) => field in now && !isSameValue(now[field], after[field]));
};

/** The ids with one of them moved after another, or to the top; the same list if it is there already. */
export function moveIdAfter(ids: readonly number[], id: number, after: number | null): readonly number[] {
  const rest = ids.filter((other) => other !== id);
  const at = after === null ? 0 : rest.indexOf(after) + 1;
  const moved = rest.toSpliced(at, 0, id);
  return moved.every((other, index) => other === ids[index]) ? ids : moved;
}

/** The id before this one; null at the top. */
export const predecessor = (ids: readonly number[], id: number): number | null =>
  ids[ids.indexOf(id) - 1] ?? null;

const pick = (values: ListValues, fields: readonly string[]): ListValues =>
  Object.fromEntries(fields.map((field): [string, ListValue] => [field, values[field] ?? null]));
