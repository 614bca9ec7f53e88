import type { getWidget, Language, ResponseOf } from '@trunkline/contract';

/** Messages between the loader on the customer's page and our frame, sent by `postMessage`. */
export type WidgetAppearance = {
  color: string;
  position: 'left' | 'right';
  title: string;
  language: Language;
};

export type ToFrame =
  /** Answers `ready`, and is sent again whenever the visitor has moved to another page of the site. */
  | { trunkline: 'page'; url: string; title: string }
  /** `takes_focus`: the visitor has just opened the chat; otherwise it was open on the page before. */
  | { trunkline: 'open'; is_open: boolean; takes_focus: boolean }
  /** Sent only by the settings page, to show unsaved settings. */
  | { trunkline: 'preview'; settings: Partial<ResponseOf<typeof getWidget>['data']> };

export type ToLoader =
  /** The frame listens. Contains nothing about the visitor, because it is sent before we know who embeds the frame. */
  | { trunkline: 'ready' }
  | { trunkline: 'look'; look: WidgetAppearance }
  | { trunkline: 'unread'; count: number }
  /** Whether the visitor has a chat, so that the next page loads the frame at once. */
  | { trunkline: 'known'; is_known: boolean }
  /** An agent calls the visitor back, so the widget opens. */
  | { trunkline: 'ring' }
  | { trunkline: 'close' };

type ReceivedMessage = Pick<MessageEvent, 'data' | 'origin' | 'source'>;
type ExpectedSender = { source: MessageEventSource | null | undefined; origin: string | null };

/** Returns the message if it comes from the expected window and origin. `null` as origin means that it is not known yet. */
export function readMessage<M extends { trunkline: string }>(
  event: ReceivedMessage,
  from: ExpectedSender,
): M | null {
  if (!from.source || event.source !== from.source) return null;
  if (from.origin !== null && event.origin !== from.origin) return null;
  const data = event.data as { trunkline?: unknown } | null;
  return typeof data === 'object' && data !== null && typeof data.trunkline === 'string' ? (data as M) : null;
}
