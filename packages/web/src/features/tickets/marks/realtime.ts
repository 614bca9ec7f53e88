import type { NumberedEvent } from '#shared/api/realtime-types.ts';

/** Returns the tickets on which the user has a draft after an event, the latest first. */
export function applyToDrafts(ids: number[], event: NumberedEvent): number[] {
  if (event.name !== 'ticket-draft') return ids;
  const { ticket_id: id, has_draft: has } = event.payload;
  if (ids.includes(id) === has) return ids;
  return has ? [id, ...ids] : ids.filter((other) => other !== id);
}
