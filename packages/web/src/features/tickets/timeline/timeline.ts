import type { Message } from '@trunkline/contract';

/** The state of a message that the server has not confirmed yet. */
export type PendingState = { status: 'sending' } | { status: 'failed'; code: string };
export type TimelineMessage = Message & { sending?: PendingState };

export type TimelineItem =
  | { type: 'day'; key: string; at: string }
  | { type: 'event'; key: string; entry: TimelineMessage }
  | {
      type: 'group';
      key: string;
      side: 'customer' | 'us' | 'note';
      author: Message['author'];
      entries: TimelineMessage[];
    };

type Group = Extract<TimelineItem, { type: 'group' }>;

/** Consecutive messages of one author within this time are shown as one group. */
const TURN_MS = 5 * 60_000;

/** Returns the server's entries, then pending messages. A message that the server has is not shown as pending. */
export function mergeOutgoing(
  messages: readonly Message[],
  outgoing: readonly TimelineMessage[],
): TimelineMessage[] {
  const arrived = new Set(messages.map((message) => message.client_key));
  return [...messages, ...outgoing.filter((entry) => !arrived.has(entry.client_key))];
}

/** Groups a conversation into days, consecutive messages of one author, and event lines. `dayOf` names the day of a time. */
export function groupTimeline(
  entries: readonly TimelineMessage[],
  dayOf: (iso: string) => string,
): TimelineItem[] {
  const items: TimelineItem[] = [];
  let day = '';
  for (const entry of entries) {
    if (isRepeatedByMerge(entry)) continue;
    const entryDay = dayOf(entry.created_at);
    if (entryDay !== day) {
      day = entryDay;
      items.push({ type: 'day', key: `day-${entryDay}`, at: entry.created_at });
    }
    addEntry(items, entry);
  }
  return items;
}

/** The merge entry of a merged ticket is left out: the target has one too. */
function isRepeatedByMerge({ event, origin_ticket_id: origin }: TimelineMessage): boolean {
  if (origin === undefined || !event) return false;
  if (event.type === 'merged_into') return true;
  return (
    event.type === 'changed' && event.changes.every(({ field, to }) => field === 'status' && to === 'closed')
  );
}

function addEntry(items: TimelineItem[], entry: TimelineMessage): void {
  if (entry.kind === 'event') {
    items.push({ type: 'event', key: keyOf(entry), entry });
    return;
  }
  const last = items.at(-1);
  if (last?.type === 'group' && continues(last, entry)) last.entries.push(entry);
  else
    items.push({
      type: 'group',
      key: keyOf(entry),
      side: sideOf(entry),
      author: entry.author,
      entries: [entry],
    });
}

function continues(group: Group, entry: TimelineMessage): boolean {
  const last = group.entries.at(-1);
  // An e-mail is never grouped, because it has a header and a state of its own.
  if (entry.mail || last?.mail) return false;
  return (
    group.side === sideOf(entry) &&
    group.author.type === entry.author.type &&
    group.author.id === entry.author.id &&
    last !== undefined &&
    Date.parse(entry.created_at) - Date.parse(last.created_at) < TURN_MS
  );
}

function sideOf(entry: TimelineMessage): Group['side'] {
  if (entry.kind === 'note') return 'note';
  return entry.kind === 'inbound' ? 'customer' : 'us';
}

/** Returns the key of an entry, which stays the same when the server confirms a message, so that its row is not replaced. */
export function keyOf(entry: TimelineMessage): string {
  return entry.client_key ? `key-${entry.client_key}` : `id-${entry.id}`;
}
