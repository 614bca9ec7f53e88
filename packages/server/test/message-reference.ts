import type { MediaId } from '@trunkline/contract';

export type LineKind = {
  kind: 'inbound' | 'outbound' | 'note' | 'event';
  by: 'customer' | 'system' | 'dewi' | 'budi';
  event?: object;
  isAuto?: boolean;
  /** A forwarded mail, which counts as no reply. */
  isForward?: boolean;
  state?: 'sent' | 'failed';
};
const closing = { type: 'changed', changes: [{ field: 'status', from: 'open', to: 'solved' }] };

export const LINES = {
  asked: { kind: 'inbound', by: 'customer' },
  machine: { kind: 'inbound', by: 'customer', isAuto: true },
  dewi: { kind: 'outbound', by: 'dewi', state: 'sent' },
  budi: { kind: 'outbound', by: 'budi' },
  undelivered: { kind: 'outbound', by: 'dewi', state: 'failed' },
  forwarded: { kind: 'outbound', by: 'dewi', isForward: true },
  automatic: { kind: 'outbound', by: 'system' },
  note: { kind: 'note', by: 'budi' },
  called: { kind: 'event', by: 'system', event: { type: 'call_answered' } },
  solved: { kind: 'event', by: 'budi', event: closing },
  solvedByBot: { kind: 'event', by: 'system', event: closing },
  followed: { kind: 'event', by: 'budi', event: { type: 'followed' } },
} as const satisfies Record<string, LineKind>;

export type Line = { minute: number; what: keyof typeof LINES; media: MediaId };
export type ExpectedFigures = {
  department: number;
  /** The minute at which the ticket is moved to the other department; null: it is not. */
  movedAfter: number | null;
  /** The index of the ticket that it was merged into. */
  mergedInto: number | null;
  lines: readonly Line[];
};
export type FigureScope = {
  span: { from: Date; until: Date };
  media: MediaId;
  department: number | undefined;
  by: 'dewi' | undefined;
  at: (minute: number) => Date;
};

type WaitForReply = { line: Line; isFirst: boolean; end: Line | undefined };

const isPerson = ({ what }: Line): boolean => LINES[what].by === 'dewi' || LINES[what].by === 'budi';

/** The effect of a line on a wait. */
function stepOf(line: Line): 'asked' | 'answered' | 'closed' | undefined {
  const kind: LineKind = LINES[line.what];
  if (kind.kind === 'inbound') return kind.isAuto ? undefined : 'asked';
  if (kind.kind === 'outbound')
    return isPerson(line) && kind.state !== 'failed' && !kind.isForward ? 'answered' : undefined;
  if (line.what === 'called') return 'answered';
  return kind.event === closing ? 'closed' : undefined;
}

/** Line by line: a wait lasts until a reply, or until the ticket is closed. */
function waitsOf(lines: readonly Line[]): WaitForReply[] {
  const waits: WaitForReply[] = [];
  let open: WaitForReply | undefined;
  let isAsked = false;
  let isAnsweredByPerson = false;
  for (const line of lines) {
    const step = stepOf(line);
    if (step === undefined) continue;
    if (step === 'asked') {
      if (!open) waits.push((open = { line, isFirst: !isAnsweredByPerson, end: undefined }));
      isAsked = true;
      continue;
    }
    if (open) open.end = line;
    open = undefined;
    if (isAsked && (isPerson(line) || line.what === 'called')) isAnsweredByPerson = true;
  }
  return waits;
}

const rank = (sorted: readonly number[], share: number): number | null =>
  sorted[Math.ceil(share * sorted.length) - 1] ?? null;
const mean = (all: readonly number[]): number | null =>
  all.length === 0 ? null : Math.round(all.reduce((sum, one) => sum + one, 0) / all.length);

/** The expected total of a report of messages, computed line by line without the database: slow, but independent of it. */
export function expectedTotal(
  tickets: readonly ExpectedFigures[],
  { span, media, department, by, at }: FigureScope,
): object {
  const said: Line[] = [];
  const waits: WaitForReply[] = [];
  const seen = new Set<number>();
  for (const [n, ticket] of tickets.entries()) {
    if (ticket.mergedInto !== null && ticket.mergedInto !== n) continue;
    // In the order of their rows: by time, then by ticket.
    const lines = tickets
      .filter((one, position) => position === n || one.mergedInto === n)
      .flatMap((one) => one.lines)
      .toSorted((a, b) => a.minute - b.minute);
    const counts = (line: Line): boolean => {
      const moment = at(line.minute);
      const isMoved = ticket.movedAfter !== null && line.minute >= ticket.movedAfter;
      const then = isMoved ? 1 - ticket.department : ticket.department;
      return (
        line.media === media &&
        moment >= span.from &&
        moment < span.until &&
        (department === undefined || then === department)
      );
    };
    const own = lines.filter((line) => {
      const { kind, by: author } = LINES[line.what] as LineKind;
      const isSpoken = kind === 'inbound' || kind === 'outbound';
      return isSpoken && counts(line) && (by === undefined || (kind === 'outbound' && author === by));
    });
    const ownWaits = waitsOf(lines).filter(
      ({ line, end }) =>
        counts(line) &&
        (by === undefined || (end !== undefined && LINES[end.what].by === by && stepOf(end) === 'answered')),
    );
    if (own.length + ownWaits.length > 0) seen.add(n);
    said.push(...own);
    waits.push(...ownWaits);
  }
  const count = (is: (line: Line) => boolean) => said.filter(is).length;
  const ended = (outcome: string) =>
    waits.filter(({ end }) => (end ? stepOf(end) : 'open') === outcome).length;
  const seconds = (isFirst: boolean) =>
    waits
      .filter((wait) => wait.isFirst === isFirst && wait.end && stepOf(wait.end) === 'answered')
      .map(({ line, end }) => ((end?.minute ?? 0) - line.minute) * 60)
      .toSorted((a, b) => a - b);
  const kindOf = (line: Line) => LINES[line.what].kind;
  const ofNobody = (figure: number) => (by === undefined ? figure : null);
  return {
    messages_received: ofNobody(count((line) => kindOf(line) === 'inbound')),
    messages_sent: count((line) => kindOf(line) === 'outbound' && isPerson(line)),
    automatic_messages: ofNobody(count((line) => kindOf(line) === 'outbound' && !isPerson(line))),
    messages_failed: count((line) => line.what === 'undelivered'),
    tickets: seen.size,
    waits: waits.length,
    waits_answered: ended('answered'),
    waits_closed: ofNobody(ended('closed')),
    waits_open: ofNobody(ended('open')),
    first_reply_mean_seconds: mean(seconds(true)),
    first_reply_median_seconds: rank(seconds(true), 0.5),
    first_reply_p90_seconds: rank(seconds(true), 0.9),
    next_reply_mean_seconds: mean(seconds(false)),
    next_reply_median_seconds: rank(seconds(false), 0.5),
    next_reply_p90_seconds: rank(seconds(false), 0.9),
  };
}
