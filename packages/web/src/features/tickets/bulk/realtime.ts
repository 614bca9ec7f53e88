import type { BulkChange } from '@trunkline/contract';
import type { NumberedEvent } from '#shared/api/realtime-types.ts';

/** Returns the user's bulk updates after an event, latest first. */
export function applyToBulk(known: BulkChange[], event: NumberedEvent): BulkChange[] {
  return event.name === 'bulk-changed' ? mergeBulk(known, event.payload) : known;
}

/** Adds or replaces a bulk update; an older state that arrives late is ignored. */
export function mergeBulk(known: BulkChange[], bulk: BulkChange): BulkChange[] {
  const index = known.findIndex(({ id }) => id === bulk.id);
  const held = known[index];
  if (!held) return [bulk, ...known].toSorted((a, b) => b.id - a.id);
  const isOlder = bulk.done < held.done || (held.status !== 'running' && bulk.status === 'running');
  return isOlder ? known : known.with(index, bulk);
}
