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
  if (clock.ended_at) return endOf(clock, entries, left);
  if (due !== null && (due <= now || clock.state === 'breached'))
    return { words: 'overdue', ms: Math.max(0, now - due), isLate: true };
  if (clock.state === 'paused') return { words: 'paused', ms: left, isLate: false };
  // Closed for some of the time until then: one hour of work may be left until tomorrow.
  const isAll = due === null || due - now - left < MINUTE_MS;
  return { words: isAll ? 'left' : 'dueAt', ms: left, isLate: false };
}

const SECOND_MS = 1000;
const MINUTE_MS = 60_000;

function endOf(clock: SlaClock, entries: readonly SlaEntry[], left: number): ReturnType<typeof clockStateOf> {
  if (clock.state === 'breached') return { words: 'late', ms: -left, isLate: true };
  const { kind } = clock;
  const counted = clock.target_minutes * MINUTE_MS - left;
  const waited = Date.parse(clock.ended_at ?? clock.started_at) - Date.parse(clock.started_at);
  const isSolved = kind === 'resolution';
  const end = entries.findLast((entry) => entry.kind === kind && entry.step === 'ended');
  // Solving a ticket ends the wait for a reply, but is not a reply.
  if (!isSolved && end?.cause === 'solved') return { words: 'unanswered', ms: counted, isLate: false };
  // No working time was counted: the office was closed, or the ticket was on hold.
  if (counted < SECOND_MS && waited >= SECOND_MS)
    return { words: isSolved ? 'solvedOutside' : 'metOutside', ms: waited, isLate: false };
  // The whole wait was working time.
  if (waited - counted < MINUTE_MS)
    return { words: isSolved ? 'solvedIn' : 'met', ms: counted, isLate: false };
  return { words: isSolved ? 'solvedInWork' : 'metInWork', ms: counted, isLate: false };
}

export type ClockState =
  | 'late'
  | 'solvedIn'
  | 'solvedInWork'
  | 'solvedOutside'
  | 'met'
  | 'metInWork'
  | 'metOutside'
  | 'unanswered'
  | 'overdue'
  | 'paused'
  | 'left'
  | 'dueAt';
