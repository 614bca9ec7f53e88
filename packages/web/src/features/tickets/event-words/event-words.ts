import type { Message } from '@trunkline/contract';
import type { EventContext, WordingContext, EventKind, EventOf, WordsOf } from './event-context.ts';
import { automationWords } from './automation-words.ts';
import { callBackWords, callWords } from './call-words.ts';
import { conversationWords } from './conversation-words.ts';
import { relationWords } from './relation-words.ts';
import { ticketWords } from './ticket-words.ts';

/** The sentences of all kinds of events, composed as in the contract's `time-line.ts`. */
const WORDS: WordsOf<EventKind> = {
  ...ticketWords,
  ...relationWords,
  ...automationWords,
  ...conversationWords,
  ...callWords,
  ...callBackWords,
};

/** Returns the sentences of an event; several where one request changed several fields. */
export function eventWords(entry: Message, context: WordingContext): string[] {
  const { t } = context;
  const name = entry.author.type === 'system' ? t('event.system') : entry.author.name;
  const { event } = entry;
  if (!event) return [entry.body || t('event.unknown', { name })];
  return [wordsOf(event.type, event, { ...context, name, entry })].flat();
}

const wordsOf = <K extends EventKind>(kind: K, event: EventOf<K>, about: EventContext): string | string[] =>
  WORDS[kind](event, about);
