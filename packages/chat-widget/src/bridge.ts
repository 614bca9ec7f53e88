import type { getWidget, Language, ResponseOf } from '@trunkline/contract';

/** What the loader on the customer's page and our frame tell each other by `postMessage`. */
export type Look = {
  color: string;
  position: 'left' | 'right';
  title: string;
  language: Language;
};

export type ToFrame =
  /** The answer to `ready`, and again whenever the visitor has moved on to another page of the site. */
  | { trunkline: 'page'; url: string; title: string }
  /** `takes_focus`: the visitor has just opened it; otherwise it was open on the page before. */
  | { trunkline: 'open'; is_open: boolean; takes_focus: boolean }
  /** From the page of its settings alone: how it would be. */
  | { trunkline: 'preview'; settings: Partial<ResponseOf<typeof getWidget>['data']> };

export type ToLoader =
  /** The frame listens. Says nothing about the visitor, because it is sent before we know who embeds us. */
  | { trunkline: 'ready' }
  | { trunkline: 'look'; look: Look }
  | { trunkline: 'unread'; count: number }
  /** The visitor has a chat: the frame is wanted on the next page as well. */
  | { trunkline: 'known'; is_known: boolean }
  /** We are calling the visitor back: the widget opens. */
  | { trunkline: 'ring' }
  | { trunkline: 'close' };

type Arrived = Pick<MessageEvent, 'data' | 'origin' | 'source'>;
type Expected = { source: MessageEventSource | null | undefined; origin: string | null };

/** The message, if it comes from the window and the origin that it has to come from. `null` as origin: not known yet. */
export function readMessage<M extends { trunkline: string }>(event: Arrived, from: Expected): M | null {
  if (!from.source || event.source !== from.source) return null;
  if (from.origin !== null && event.origin !== from.origin) return null;
  const data = event.data as { trunkline?: unknown } | null;
  return typeof data === 'object' && data !== null && typeof data.trunkline === 'string' ? (data as M) : null;
}
