import type { SlaClock, SlaEntry, SlaKind, Ticket } from '@trunkline/contract';

export type DueClock = { kind: SlaKind; start: string; due: string };

/** Returns the SLA targets of a ticket, the next due first. A solved ticket has none, and that of a waiting ticket is paused. */
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

/** Returns the state of a target as a text key, with the time in milliseconds. */
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

/** Returns how a target was met. Solving a ticket ends the wait for a reply, but is not a reply. */
function metBy(clock: SlaClock, entries: readonly SlaEntry[], ms: number): ClockState {
  const { kind } = clock;
  if (kind === 'resolution') return 'solvedIn';
  const end = entries.findLast((entry) => entry.kind === kind && entry.step === 'ended');
  if (end?.cause === 'solved') return 'unanswered';
  // The customer waited, but only outside of office hours, so no working time was counted.
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
