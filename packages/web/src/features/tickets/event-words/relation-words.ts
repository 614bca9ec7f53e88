import type { TicketEvent } from '@trunkline/contract';

const TYPES = [
  'merged',
  'merged_into',
  'unmerged',
  'split',
  'split_from',
  'linked',
  'unlinked',
  'macro',
  'macro_undone',
  'automation',
  'followed',
  'unfollowed',
] as const;
export type RelationEvent = Extract<TicketEvent, { type: (typeof TYPES)[number] }>;
type About = { name: string; t: (key: string, values?: Record<string, unknown>) => string };

export function isRelationEvent(event: TicketEvent): event is RelationEvent {
  return TYPES.some((type) => type === event.type);
}

/** What happened to a ticket among the others, as one sentence. */
export function relationWords(event: RelationEvent, { t, name }: About): string {
  const number = 'number' in event ? event.number : '';
  if (event.type === 'split') return t('among.split', { name, number, count: event.messages });
  if (event.type === 'linked') return t(`among.linked_${event.kind}`, { name, number });
  if (event.type === 'automation') return t('among.automation', { macro: event.name });
  if ('macro_id' in event) return t(`among.${event.type}`, { name, macro: event.name });
  return t(`among.${event.type}`, { name, number });
}
