import type { Message, TicketEvent } from '@trunkline/contract';
import type { Names } from '#shared/tickets/names.ts';

export type EventKind = TicketEvent['type'];
export type EventOf<K extends EventKind> = Extract<TicketEvent, { type: K }>;

/** What a sentence is made with: words by their key, and names by their id. */
export type Context = { t: (key: string, values?: Record<string, unknown>) => string; names: Names };
/** `name`: who did it. */
export type About = Context & { name: string; entry: Message };

/** The words of these kinds of entries: a sentence, or several where one write changed several things. */
export type WordsOf<K extends EventKind> = {
  [Own in K]: (event: EventOf<Own>, about: About) => string | string[];
};
