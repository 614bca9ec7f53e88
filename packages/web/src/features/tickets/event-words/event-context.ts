import type { Message, TicketEvent } from '@trunkline/contract';
import type { TicketNames } from '#shared/tickets/names.ts';

export type EventKind = TicketEvent['type'];
export type EventOf<K extends EventKind> = Extract<TicketEvent, { type: K }>;

/** Functions to build sentences: texts by key, and names by id. */
export type WordingContext = {
  t: (key: string, values?: Record<string, unknown>) => string;
  names: TicketNames;
};
/** `name`: the author. */
export type EventContext = WordingContext & { name: string; entry: Message };

/** For each kind of event a function that returns its sentence, or several where one request changed several things. */
export type WordsOf<K extends EventKind> = {
  [Own in K]: (event: EventOf<Own>, about: EventContext) => string | string[];
};
