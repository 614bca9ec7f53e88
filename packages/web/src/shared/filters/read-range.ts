import { isRange, RANGES, type RangeSearch } from '@trunkline/contract';

/** What an address says of a range; what it says wrongly is left out. */
export function readRange(search: Record<string, unknown>): RangeSearch {
  const range = RANGES.find((name) => name === search['range']);
  // In an address it is text.
  const compare =
    search['compare'] === true || search['compare'] === 'true' ? { compare: true as const } : {};
  if (range !== 'custom') return { ...(range && { range }), ...compare };
  const days = { from: String(search['from']), to: String(search['to']) };
  return isRange(days) ? { range, ...days, ...compare } : compare;
}
