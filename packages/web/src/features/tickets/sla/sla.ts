import type { SlaClock, SlaEntry, SlaKind, Ticket } from '@trunkline/contract';

export type DueClock = { kind: SlaKind; start: string; due: string };

/** Every clock that runs on the ticket, the next one first. A solved ticket has none, and one that waits stands still. */
export function clocksOf(ticket: Ticket): DueClock[] {
  if (ticket.status === 'solved' || ticket.status === 'closed') return [];
  const clocks: DueClock[] = [];
  if (ticket.first_response_due_at && !ticket.first_response_at) {
    clocks.push({ kind: 'first_response', start: ticket.created_at, due: ticket.first_response_due_at });
  }
  if (ticket.next_response_due_at) {
    const start = ticket.waiting_since ?? ticket.last_message_at;
    clocks.push({ kind: 'next_response', start, due: ticket.next_response_due_at });
  }
  if (ticket.resolution_due_at)
    clocks.push({ kind: 'resolution', start: ticket.created_at, due: ticket.resolution_due_at });
  return clocks;
}

/** How a clock stands, as a key of the words for it and the time in them, in milliseconds. */
export function clockStateOf(
  clock: SlaClock,
  now: number,
  entries: readonly SlaEntry[] = [],
): { words: ClockState; ms: number; isLate: boolean } {
  const due = clock.due_at === null ? null : Date.parse(clock.due_at);
  const left = clock.remaining_ms ?? 0;
  if (clock.ended_at) {
    if (clock.state === 'breached') return { words: 'late', ms: -left, isLate: true };
    const ms = clock.target_minutes * 60_000 - left;
    return { words: metBy(clock, entries, ms), ms, isLate: false };
  }
  if (due !== null && (due <= now || clock.state === 'breached'))
    return { words: 'overdue', ms: Math.max(0, now - due), isLate: true };
  return { words: clock.state === 'paused' ? 'paused' : 'left', ms: left, isLate: false };
}

const SECOND_MS = 1000;
const MINUTE_MS = 60_000;

const waitedMs = ({ started_at: start, ended_at: end }: SlaClock): number =>
  Date.parse(end ?? start) - Date.parse(start);

/** Solving a ticket ends what an answer was awaited for, and is none. */
function metBy(clock: SlaClock, entries: readonly SlaEntry[], ms: number): ClockState {
  const { kind } = clock;
  if (kind === 'resolution') return 'solvedIn';
  const end = entries.findLast((entry) => entry.kind === kind && entry.step === 'ended');
  if (end?.cause === 'solved') return 'unanswered';
  // Nothing was counted though somebody has waited: outside of the hours.
  return ms < SECOND_MS && waitedMs(clock) >= MINUTE_MS ? 'metOutside' : 'met';
}

export type ClockState =
  | 'late'
  | 'solvedIn'
  | 'met'
  | 'metOutside'
  | 'unanswered'
  | 'overdue'
  | 'paused'
  | 'left';
