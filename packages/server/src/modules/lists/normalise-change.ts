import { hasNoAction, isSameValue, type ListRow, type ListValue, type Option } from '@trunkline/contract';
import type { ListRowContent } from './changes.ts';
import type { StoredList } from './definitions.ts';

/**
 * A row as it is written: fields that do not apply get their initial values, and new options get ids. Applying it twice gives
 * the same.
 */
export function normaliseChange(
  list: StoredList,
  before: ListRow | null,
  { values, is_active }: ListRowContent,
): ListRowContent {
  const entries = Object.entries(list.fields).map(([name, field]): [string, ListValue] => {
    const value = values[name] ?? null;
    if (!list.asks(name, values)) return [name, field.initial ?? null];
    return [
      name,
      field.kind === 'options' ? numbered(optionsIn(value), optionsIn(before?.values[name])) : value,
    ];
  });
  return { values: Object.fromEntries(entries), is_active };
}

/** Whether a row lost its last action, or is new and has none. */
export const hasLostLastAction = (
  list: StoredList,
  before: ListRow | null,
  { values }: ListRowContent,
): boolean => hasNoAction(list, values) && (before === null || !hasNoAction(list, before.values));

/** Whether a value lacks an option that is in use and was there before. */
export function lacksOption(
  value: ListValue | undefined,
  used: readonly string[],
  before: ListValue | undefined,
): boolean {
  if (isSameValue(value, before)) return false;
  const ids = optionsIn(value).map(({ id }) => id);
  return optionsIn(before).some(({ id }) => used.includes(id) && !ids.includes(id));
}

/** Gives every option an id: that of an earlier option of the same name, else a new one. */
function numbered(options: readonly Option[], before: readonly Option[]): Option[] {
  const taken = new Set(options.map(({ id }) => id));
  let last = Math.max(0, ...[...options, ...before].map(({ id }) => Number(id)));
  return options.map((option) => {
    if (option.id !== '') return option;
    const name = option.name.toLowerCase();
    const known = before.find((one) => one.name.toLowerCase() === name && !taken.has(one.id));
    return { ...option, id: known?.id ?? String((last += 1)) };
  });
}

function optionsIn(value: ListValue | undefined): Option[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === 'object') : [];
}
