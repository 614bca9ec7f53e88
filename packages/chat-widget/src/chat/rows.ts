import type { FileRef, Language, VisitorMessage } from '@trunkline/contract';
import type { OutboxMessage } from '../sending/outbox.ts';

/** The rows of a conversation: days, and messages grouped by author. Pure. */
export type MessageRow = {
  kind: 'message';
  key: string;
  from: VisitorMessage['from'];
  author: string;
  body: string;
  files: FileRef[];
  createdAt: string;
  state: VisitorMessage['state'];
  /** Set while the server has not stored it yet. */
  outgoing: OutboxMessage | null;
  isFirstOfRun: boolean;
  isLastOfRun: boolean;
  /** Only the visitor's newest message shows its delivery state. */
  showsState: boolean;
};
export type ChatRow = { kind: 'day'; key: string; label: string } | MessageRow;
type Bare = Omit<MessageRow, 'isFirstOfRun' | 'isLastOfRun' | 'showsState'>;

const RUN_MS = 5 * 60_000;

type RowsInput = {
  messages: readonly VisitorMessage[];
  pending: readonly OutboxMessage[];
  language: Language;
  now: Date;
  words: { today: string; yesterday: string };
};

export function rowsOf({ messages, pending, language, now, words }: RowsInput): ChatRow[] {
  const bare = [...messages.map(fromMessage), ...pending.map(fromOutgoing)];
  const lastOwn = bare.findLast(({ from }) => from === 'visitor');
  return bare.flatMap((row, index): ChatRow[] => {
    const before = bare[index - 1];
    const after = bare[index + 1];
    const isNewDay = !before || !isSameDay(before.createdAt, row.createdAt);
    const message: MessageRow = {
      ...row,
      isFirstOfRun: isNewDay || !isSameRun(before, row),
      isLastOfRun: !after || !isSameDay(row.createdAt, after.createdAt) || !isSameRun(row, after),
      showsState: row === lastOwn || row.outgoing !== null,
    };
    if (!isNewDay) return [message];
    const label = dayLabel(new Date(row.createdAt), now, language, words);
    return [{ kind: 'day', key: `day-${row.createdAt.slice(0, 10)}-${row.key}`, label }, message];
  });
}

export function timeLabel(at: string, language: Language): string {
  return new Intl.DateTimeFormat(localeOf(language), { hour: '2-digit', minute: '2-digit' }).format(
    new Date(at),
  );
}

/** With its zone: the desk may read the same message in another one. */
export function exactLabel(at: string, language: Language): string {
  return new Intl.DateTimeFormat(localeOf(language), { dateStyle: 'full', timeStyle: 'long' }).format(
    new Date(at),
  );
}

function dayLabel(day: Date, now: Date, language: Language, words: RowsInput['words']): string {
  const yesterday = new Date(now);
  yesterday.setDate(now.getDate() - 1);
  if (day.toDateString() === now.toDateString()) return words.today;
  if (day.toDateString() === yesterday.toDateString()) return words.yesterday;
  const isThisYear = day.getFullYear() === now.getFullYear();
  return new Intl.DateTimeFormat(localeOf(language), {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    ...(!isThisYear && { year: 'numeric' }),
  }).format(day);
}

function fromMessage(message: VisitorMessage): Bare {
  return {
    kind: 'message',
    // The key stays when a message is confirmed, so that its row is not replaced.
    key: message.client_key ?? String(message.id),
    from: message.from,
    author: message.author,
    body: message.body,
    files: message.attachments,
    createdAt: message.created_at,
    state: message.state,
    outgoing: null,
  };
}

function fromOutgoing(entry: OutboxMessage): Bare {
  return {
    kind: 'message',
    key: entry.client_key,
    from: 'visitor',
    author: '',
    body: entry.body,
    files: entry.files,
    createdAt: entry.created_at,
    state: null,
    outgoing: entry,
  };
}

const isSameDay = (a: string, b: string): boolean =>
  new Date(a).toDateString() === new Date(b).toDateString();

function isSameRun(a: Bare | undefined, b: Bare): boolean {
  if (!a || a.from !== b.from) return false;
  const isOneAuthor = a.from === 'visitor' || a.author === b.author;
  return isOneAuthor && Date.parse(b.createdAt) - Date.parse(a.createdAt) < RUN_MS;
}

const localeOf = (language: Language) => (language === 'id' ? 'id-ID' : 'en-GB');
