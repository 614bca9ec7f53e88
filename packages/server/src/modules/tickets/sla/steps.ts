import type { SlaEntry, SlaKind, Ticket } from '@trunkline/contract';
import { createTicketClocks, type TicketClocks, type ClockOutcome, type SlaRules } from './clock-set.ts';
import {
  pauseClock,
  recountClock,
  reopenClock,
  resumeClock,
  type SlaClockState,
  type ClockHours,
} from './clock.ts';

type SlaTicket = Pick<Ticket, 'status' | 'created_at' | 'first_response_at'> &
  Partial<Pick<Ticket, 'waiting_since'>>;
type Cause = SlaEntry['cause'];

const isDone = ({ status }: SlaTicket) => status === 'solved' || status === 'closed';
const isWaiting = ({ status }: SlaTicket) => status === 'pending' || status === 'on_hold';

/** Events of a ticket that its clocks react to. Each updates the outcome. */
export type SlaSteps = {
  /** A new ticket; `isOurs`: we wrote first, so there is no first-response clock. */
  opened(isOurs?: boolean): void;
  /** `others`: since when another customer waits, whom the answer was not for. */
  answered(ticket: SlaTicket, others?: Date | null): void;
  /** No answer to the last message is awaited. The first response is ended by an answer alone. */
  noReplyNeeded(): void;
  /** The customer wants no more messages, so no response can be sent; or wants them again. */
  optedOut(): void;
  optedIn(ticket: SlaTicket): void;
  /** An answer did not go out. `since`: when the customer wrote whom it was for. */
  notAnswered(ticket: SlaTicket, since: Date | null): void;
  /** The customer's first message starts the first-response clock; further ones before a reply change nothing. */
  customerWrote(ticket: SlaTicket): void;
  /** Restores the clocks from before an undone change; others stay. */
  restored(before: ReadonlyMap<SlaKind, SlaClockState | null>): void;
  /** The status has changed. */
  moved(ticket: SlaTicket): void;
  /** Targets or office hours may have changed since the last calculation. */
  recounted(ticket: SlaTicket, cause: Cause): void;
  outcome(): ClockOutcome;
};

export function createSteps(before: readonly SlaClockState[], rules: SlaRules, now: Date): SlaSteps {
  const set = createTicketClocks(before, rules, now);
  const { hours } = rules;

  function startFor(ticket: SlaTicket, ...[kind, cause, at]: Parameters<TicketClocks['start']>): void {
    const clock = set.start(kind, cause, at);
    if (clock && isWaiting(ticket)) set.put(pauseClock(clock, now, hours), 'paused', 'status');
  }

  function moveTo(clock: SlaClockState, ticket: SlaTicket): void {
    if (isDone(ticket)) return set.end(clock.kind, 'solved');
    if (isDoneForGood(clock, ticket)) return;
    if (isWaiting(ticket)) {
      if (clock.runningSince) set.put(pauseClock(clock, now, hours), 'paused', 'status');
    } else if (!clock.runningSince) set.put(resumeClock(clock, now, hours), 'resumed', 'status');
  }

  return {
    opened(isOurs = false) {
      if (!isOurs) set.start('first_response', 'opened');
      set.start('resolution', 'opened');
    },

    answered(ticket, others = null) {
      set.end('first_response', 'answered');
      const next = set.get('next_response');
      // It began with the other customer's message.
      if (others && next && !next.endedAt && next.startedAt >= others) return;
      set.end('next_response', 'answered');
      if (others) startFor(ticket, 'next_response', 'customer_wrote', others);
    },

    noReplyNeeded: () => set.end('next_response', 'no_reply'),

    optedOut() {
      set.end('first_response', 'opted_out');
      set.end('next_response', 'opted_out');
    },

    optedIn(ticket) {
      const first = set.get('first_response');
      if (first?.endedAt && ticket.first_response_at === null && !isDone(ticket))
        set.put(reopenClock(first, now, hours, isWaiting(ticket)), 'resumed', 'opted_in');
    },

    notAnswered: (ticket, since) => resumeClocks({ set, hours, now, startFor }, ticket, since),

    customerWrote(ticket) {
      const next = set.get('next_response');
      if (ticket.first_response_at === null || (next && !next.endedAt)) return;
      startFor(ticket, 'next_response', 'customer_wrote');
    },

    restored(before) {
      for (const [kind, clock] of before) set.restore(kind, clock);
    },

    moved(ticket) {
      for (const clock of set.all()) moveTo(clock, ticket);
    },

    recounted(ticket, cause) {
      if (isDone(ticket)) return;
      for (const clock of set.all()) recount({ set, rules, now }, clock, cause);
      for (const kind of openKinds(ticket))
        if (!set.get(kind)) startFor(ticket, kind, cause, new Date(ticket.created_at));
    },

    outcome: () => set.outcome(),
  };
}

function recount(
  { set, rules, now }: { set: TicketClocks; rules: SlaRules; now: Date },
  clock: SlaClockState,
  cause: Cause,
): void {
  const targetMinutes = rules.targets[clock.kind];
  if (clock.endedAt) return;
  if (targetMinutes === null) return set.remove(clock.kind);
  const after = recountClock(clock, targetMinutes, now, rules.hours);
  if (!isSame(clock, after)) set.put(after, 'changed', cause);
}

type StepState = {
  set: TicketClocks;
  hours: ClockHours;
  now: Date;
  startFor: (ticket: SlaTicket, kind: 'next_response', cause: Cause, at: Date) => void;
};

/** A reply was not sent, so the customer still waits: the clock continues as if there had been no reply. */
function resumeClocks({ set, hours, now, startFor }: StepState, ticket: SlaTicket, since: Date | null): void {
  const isFirst = ticket.first_response_at === null;
  const clock = set.get(isFirst ? 'first_response' : 'next_response');
  if (isFirst) set.remove('next_response');
  else if (since === null) return;
  if (clock?.endedAt) set.put(reopenClock(clock, now, hours, isWaiting(ticket)), 'resumed', 'not_sent');
  // The customer has written again: the clock starts with the first unanswered message.
  else if (!isFirst && since && (!clock || since < clock.startedAt))
    startFor(ticket, 'next_response', 'not_sent', since);
}

const openKinds = (ticket: SlaTicket) =>
  ticket.first_response_at === null ? (['first_response', 'resolution'] as const) : (['resolution'] as const);

/** Whether a clock stays ended when the ticket is reopened: a reply cannot be undone, a solution can. */
const isDoneForGood = (clock: SlaClockState, ticket: SlaTicket): boolean =>
  clock.endedAt !== null &&
  ((clock.kind === 'next_response' && !ticket.waiting_since) ||
    (clock.kind === 'first_response' && ticket.first_response_at !== null));

function isSame(a: SlaClockState, b: SlaClockState): boolean {
  const [left, right] = [a, b].map(({ targetMinutes, state, dueAt, remainingMs }) =>
    [targetMinutes, state, dueAt?.getTime(), remainingMs].join(),
  );
  return left === right;
}
