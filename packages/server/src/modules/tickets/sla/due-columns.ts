import type { SlaKind } from '@trunkline/contract';
import type { SlaClockState } from './clock.ts';

/** The columns of the ticket that lists read from its clocks; only changed ones. */
export type DueColumns = Partial<Record<`${SlaKind}_due_at`, Date | null>>;

/** Returns the columns of clocks that were changed or removed. */
export function columnsOf(
  clocks: ReadonlyMap<SlaKind, SlaClockState | null>,
  touched: ReadonlySet<SlaKind>,
): DueColumns {
  const columns: DueColumns = {};
  for (const [kind, one] of clocks) {
    if (one === null || touched.has(kind)) columns[`${kind}_due_at`] = dueColumn(one);
  }
  return columns;
}

/** The next response is only shown while it is due; the others tell afterwards whether it was in time. */
const dueColumn = (one: SlaClockState | null): Date | null =>
  one === null || (one.kind === 'next_response' && one.endedAt) ? null : one.dueAt;
