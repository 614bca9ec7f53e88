import type { VisitorMessage } from '@trunkline/contract';

/** What happens to a list of messages. Pure: whatever arrives, in whatever order and however often, gives one list. */
const ORDER = ['queued', 'sent', 'delivered', 'read'] as const;

/** Takes messages into the list: one per id, by id; a delivery state never goes back. */
export function mergeMessages(
  list: readonly VisitorMessage[],
  arrived: readonly VisitorMessage[],
): VisitorMessage[] {
  const byId = new Map(list.map((message) => [message.id, message]));
  for (const message of arrived) {
    const known = byId.get(message.id);
    byId.set(message.id, known ? { ...message, state: laterState(known.state, message.state) } : message);
  }
  return [...byId.values()].sort((a, b) => a.id - b.id);
}

/** Takes the newest page. If messages between it and ours were missed, ours go: scrolling up fetches them again. */
export function takeNewestPage(
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
  // Whoever has read a message has read those before it as well.
  return list.map((message) =>
    message.id === messageId || (message.id < messageId && state === 'read' && message.from === 'visitor')
      ? { ...message, state: laterState(message.state, state) }
      : message,
  );
}

/** Messages for the visitor that they have not seen. */
export function countUnread(list: readonly VisitorMessage[], lastReadId: number): number {
  return list.filter(
    ({ id, from, state }) => from !== 'visitor' && id > lastReadId && state !== 'read' && state !== 'failed',
  ).length;
}

/** The newest message for the visitor, the one to say "read" about. */
export function newestReceived(list: readonly VisitorMessage[]): VisitorMessage | undefined {
  return list.findLast(({ from }) => from !== 'visitor');
}

function laterState(a: VisitorMessage['state'], b: VisitorMessage['state']): VisitorMessage['state'] {
  const rank = (state: VisitorMessage['state']) => ORDER.indexOf(state as (typeof ORDER)[number]);
  return rank(a) > rank(b) ? a : b;
}
