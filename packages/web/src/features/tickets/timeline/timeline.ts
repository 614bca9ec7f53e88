import type { Message } from '@trunkline/contract';

/** A message of ours that the server has not confirmed yet. */
export type Sending = { status: 'sending' } | { status: 'failed'; code: string };
export type Entry = Message & { sending?: Sending };

export type TimelineItem =
  | { type: 'day'; key: string; at: string }
  | { type: 'event'; key: string; entry: Entry }
  | {
      type: 'group';
      key: string;
      side: 'customer' | 'us' | 'note';
      author: Message['author'];
      entries: Entry[];
    };

type Group = Extract<TimelineItem, { type: 'group' }>;

/** Messages of one sender within this time read as one turn. */
const TURN_MS = 5 * 60_000;

/** Entries of the server, then pending messages. A message that the server has is not shown as pending. */
export function mergeOutgoing(messages: readonly Message[], outgoing: readonly Entry[]): Entry[] {
  const arrived = new Set(messages.map((message) => message.client_key));
  return [...messages, ...outgoing.filter((entry) => !arrived.has(entry.client_key))];
}

/** Cuts a time line into days, turns of one sender, and quiet event lines. `dayOf` names the day a time falls on. */
export function groupTimeline(entries: readonly Entry[], dayOf: (iso: string) => string): TimelineItem[] {
  const items: TimelineItem[] = [];
  let day = '';
  for (const entry of entries) {
    if (isPassage(entry)) continue;
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
function isPassage({ event, origin_ticket_id: origin }: Entry): boolean {
  if (origin === undefined || !event) return false;
  if (event.type === 'merged_into') return true;
  return (
    event.type === 'changed' && event.changes.every(({ field, to }) => field === 'status' && to === 'closed')
  );
}

function addEntry(items: TimelineItem[], entry: Entry): void {
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

function continues(group: Group, entry: Entry): boolean {
  const last = group.entries.at(-1);
  // A mail has a head and a state of its own.
  if (entry.mail || last?.mail) return false;
  return (
    group.side === sideOf(entry) &&
    group.author.type === entry.author.type &&
    group.author.id === entry.author.id &&
    last !== undefined &&
    Date.parse(entry.created_at) - Date.parse(last.created_at) < TURN_MS
  );
}

function sideOf(entry: Entry): Group['side'] {
  if (entry.kind === 'note') return 'note';
  return entry.kind === 'inbound' ? 'customer' : 'us';
}

/** The key of a message of ours stays the same when the server confirms it, so that nothing flickers. */
export function keyOf(entry: Entry): string {
  return entry.client_key ? `key-${entry.client_key}` : `id-${entry.id}`;
}
