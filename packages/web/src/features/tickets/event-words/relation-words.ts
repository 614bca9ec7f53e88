import type { EventContext, EventOf, WordsOf } from './event-context.ts';

type Kind = 'merged' | 'merged_into' | 'unmerged' | 'split' | 'split_from' | 'linked' | 'unlinked';
type EventWithNumber = EventOf<Exclude<Kind, 'split' | 'linked'>>;

const plain = ({ type, number }: EventWithNumber, { t, name }: EventContext): string =>
  t(`relations.${type}`, { name, number });

/** Sentences for events between tickets: merge, split, link. */
export const relationWords: WordsOf<Kind> = {
  merged: plain,
  merged_into: plain,
  unmerged: plain,
  split_from: plain,
  unlinked: plain,
  split: ({ number, messages }, { t, name }) => t('relations.split', { name, number, count: messages }),
  linked: ({ kind, number }, { t, name }) => t(`relations.linked_${kind}`, { name, number }),
};
