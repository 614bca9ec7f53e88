import type { SlaEntry, SlaKind } from '@trunkline/contract';
import { isDeepStrictEqual } from 'node:util';
import {
  breachClock,
  endClock,
  isOverdue,
  startClock,
  type SlaClockState,
  type ClockHours,
} from './clock.ts';

type Cause = SlaEntry['cause'];
type Step = Pick<SlaEntry, 'kind' | 'step' | 'cause'> & { at: Date; clock: SlaClockState };

export type SlaRules = { targets: Readonly<Record<SlaKind, number | null>>; hours: ClockHours };
/** The clocks after an event, by kind, with every step they took. Null: the clock was removed. */
export type ClockOutcome = { clocks: Map<SlaKind, SlaClockState | null>; steps: Step[] };

/** The clocks of a ticket at one moment; each change becomes a step of the outcome. Pure. */
export type TicketClocks = {
  /** Sets the state of a clock at `at`, by default now. */
  put(clock: SlaClockState, step: Step['step'], cause: Cause, at?: Date): void;
  /** Undefined if there never was one, null if it was removed. */
  get(kind: SlaKind): SlaClockState | null | undefined;
  all(): SlaClockState[];
  /** Removes it without a step. */
  remove(kind: SlaKind): void;
  /** Restores an earlier state; null: there was no clock. */
  restore(kind: SlaKind, clock: SlaClockState | null): void;
  /** Starts the clock if there is a target, and returns it. */
  start(kind: SlaKind, cause: Cause, at?: Date): SlaClockState | undefined;
  /** Ends the clock unless it has ended. */
  end(kind: SlaKind, cause: Cause): void;
  outcome(): ClockOutcome;
};

export function createTicketClocks(
  before: readonly SlaClockState[],
  { targets, hours }: SlaRules,
  now: Date,
): TicketClocks {
  const clocks: ClockOutcome['clocks'] = new Map(before.map((clock) => [clock.kind, clock]));
  const steps: Step[] = [];

  function put(clock: SlaClockState, step: Step['step'], cause: Cause, at = now): void {
    clocks.set(clock.kind, clock);
    steps.push({ kind: clock.kind, step, cause, at, clock });
  }

  // Deadlines that have passed count as breached first, even if the job has not run yet.
  for (const clock of before)
    if (isOverdue(clock, now)) put(breachClock(clock), 'breached', 'time', clock.dueAt ?? now);

  return {
    put,
    get: (kind) => clocks.get(kind),
    all: () => [...clocks.values()].filter((clock) => clock !== null),
    remove: (kind) => void clocks.set(kind, null),

    restore(kind, clock) {
      const now = clocks.get(kind) ?? null;
      if (isDeepStrictEqual(now, clock)) return;
      if (clock) put(clock, 'changed', 'undone');
      else clocks.set(kind, null);
    },

    start(kind, cause, at = now) {
      const targetMinutes = targets[kind];
      if (targetMinutes === null) return undefined;
      const clock = startClock({ kind, targetMinutes, at }, hours);
      put(clock, 'started', cause, at);
      return clock;
    },

    end(kind, cause) {
      const clock = clocks.get(kind);
      if (clock && !clock.endedAt) put(endClock(clock, now, hours), 'ended', cause);
    },

    outcome: () => ({ clocks, steps }),
  };
}
