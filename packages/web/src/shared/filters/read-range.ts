import { isRange, RANGES, type RangeSearch } from '@trunkline/contract';

/** Reads a period from an address; values that are not valid are left out. */
export function readRange(search: Record<string, unknown>): RangeSearch {
  const range = RANGES.find((name) => name === search['range']);
  // In an address the value is text.
  const compare =
    search['compare'] === true || search['compare'] === 'true' ? { compare: true as const } : {};
  if (range !== 'custom') return { ...(range && { range }), ...compare };
  const days = { from: String(search['from']), to: String(search['to']) };
  return isRange(days) ? { range, ...days, ...compare } : compare;
}
