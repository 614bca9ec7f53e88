import type { BulkChange } from '@trunkline/contract';
import type { NumberedEvent } from '#shared/api/realtime-types.ts';

/** One's bulk changes after an event, the latest first. */
export function applyToBulk(known: BulkChange[], event: NumberedEvent): BulkChange[] {
  return event.name === 'bulk-changed' ? placeBulk(known, event.payload) : known;
}

/** An older state of it, overtaken on its way, changes nothing. */
export function placeBulk(known: BulkChange[], bulk: BulkChange): BulkChange[] {
  const index = known.findIndex(({ id }) => id === bulk.id);
  const held = known[index];
  if (!held) return [bulk, ...known].toSorted((a, b) => b.id - a.id);
  const isOlder = bulk.done < held.done || (held.status !== 'running' && bulk.status === 'running');
  return isOlder ? known : known.with(index, bulk);
}
