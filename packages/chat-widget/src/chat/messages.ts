import type { VisitorMessage } from '@trunkline/contract';

/** Functions on a list of messages. Pure: whatever arrives, in whatever order and however often, results in the same list. */
const ORDER = ['queued', 'sent', 'delivered', 'read'] as const;

/** Merges messages into the list, sorted by id and one per id; a delivery state never goes back. */
export function mergeMessages(
  list: readonly VisitorMessage[],
  arrived: readonly VisitorMessage[],
): VisitorMessage[] {
  const byId = new Map(list.map((message) => [message.id, message]));
  for (const message of arrived) {
    const known = byId.get(message.id);
    byId.set(message.id, known ? { ...message, state: furtherState(known.state, message.state) } : message);
  }
  return [...byId.values()].sort((a, b) => a.id - b.id);
}

/** Merges the newest page. If messages between it and the list were missed, the list is replaced: scrolling up fetches older ones again. */
export function mergeNewestPage(
  list: readonly VisitorMessage[],
  page: { messages: readonly VisitorMessage[]; has_more: boolean },
): { messages: VisitorMessage[]; isStartKnown: boolean } {
  const [first] = page.messages;
  const newest = list.at(-1);
  const hasGap = page.has_more && (!newest || (first !== undefined && first.id > newest.id));
  return { messages: mergeMessages(hasGap ? [] : list, page.messages), isStartKnown: !hasGap };
}

export function setMessageState(
  list: readonly VisitorMessage[],
  messageId: number,
  state: VisitorMessage['state'],
): VisitorMessage[] {
  // A visitor's message that was read means that the ones before it were read too.
  return list.map((message) =>
    message.id === messageId || (message.id < messageId && state === 'read' && message.from === 'visitor')
      ? { ...message, state: furtherState(message.state, state) }
      : message,
  );
}

/** Returns the number of messages that the visitor has not seen. */
export function countUnread(list: readonly VisitorMessage[], lastReadId: number): number {
  return list.filter(
    ({ id, from, state }) => from !== 'visitor' && id > lastReadId && state !== 'read' && state !== 'failed',
  ).length;
}

/** Returns the newest message to the visitor, which is reported as read. */
export function newestReceived(list: readonly VisitorMessage[]): VisitorMessage | undefined {
  return list.findLast(({ from }) => from !== 'visitor');
}

function furtherState(a: VisitorMessage['state'], b: VisitorMessage['state']): VisitorMessage['state'] {
  const rank = (state: VisitorMessage['state']) => ORDER.indexOf(state as (typeof ORDER)[number]);
  return rank(a) > rank(b) ? a : b;
}
