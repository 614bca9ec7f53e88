import type { SlaClock, SlaKind } from '@trunkline/contract';
import type { Calendar } from '#platform/calendar/calendar';
import { addWorkingTime, workingTimeBetween } from '#platform/calendar/working-time';

/** The office hours in which a clock counts. */
export type ClockHours = { name: string; calendar: Calendar };

type Span = readonly [from: Date, to: Date];

/**
 * A clock stores the times in which it ran instead of a sum, so that it can be recalculated any number of times when the target,
 * the department or the office hours change. Changed office hours apply from its start.
 */
export type SlaClockState = {
  kind: SlaKind;
  state: SlaClock['state'];
  targetMinutes: number;
  startedAt: Date;
  /** Null while it is paused or ended. */
  runningSince: Date | null;
  /** Earlier times in which it ran. */
  spans: readonly Span[];
  dueAt: Date | null;
  remainingMs: number | null;
  breachedAt: Date | null;
  endedAt: Date | null;
};

const MINUTE_MS = 60_000;

export function startClock(
  { kind, targetMinutes, at }: { kind: SlaKind; targetMinutes: number; at: Date },
  hours: ClockHours,
): SlaClockState {
  const clock: SlaClockState = {
    kind,
    state: 'running',
    targetMinutes,
    startedAt: at,
    runningSince: at,
    spans: [],
    dueAt: null,
    remainingMs: null,
    breachedAt: null,
    endedAt: null,
  };
  return counted(clock, at, hours);
}

/** Whether its deadline has passed. Check before stopping a clock: the job that marks breaches may not have run yet. */
export const isOverdue = (clock: SlaClockState, now: Date): boolean =>
  clock.state === 'running' && clock.dueAt !== null && clock.dueAt <= now;

export const breachClock = (clock: SlaClockState): SlaClockState => ({
  ...clock,
  state: 'breached',
  breachedAt: clock.dueAt,
});

/** Pauses a clock: the ticket is pending or on hold. */
export function pauseClock(clock: SlaClockState, now: Date, hours: ClockHours): SlaClockState {
  if (!clock.runningSince) return clock;
  const spans: Span[] = [...clock.spans, [clock.runningSince, now]];
  return counted({ ...clock, spans, runningSince: null }, now, hours);
}

/** Continues with the remaining time, after a pause or a reopening. */
export function resumeClock(clock: SlaClockState, now: Date, hours: ClockHours): SlaClockState {
  if (clock.runningSince) return clock;
  return counted({ ...clock, runningSince: now, endedAt: null }, now, hours);
}

/** Ends a clock, because of a reply or a solution. */
export function endClock(clock: SlaClockState, now: Date, hours: ClockHours): SlaClockState {
  return counted({ ...pauseClock(clock, now, hours), endedAt: now }, now, hours);
}

/** Reopens a clock as if it had never been ended; paused if the ticket is pending or on hold now. */
export function reopenClock(
  clock: SlaClockState,
  now: Date,
  hours: ClockHours,
  isPaused: boolean,
): SlaClockState {
  if (!clock.endedAt) return clock;
  const last = clock.spans.at(-1);
  const wasRunning = last !== undefined && last[1].getTime() === clock.endedAt.getTime();
  const open = { ...clock, endedAt: null };
  if (isPaused) return counted(open, now, hours);
  if (!wasRunning) return resumeClock(open, now, hours);
  return counted({ ...open, spans: clock.spans.slice(0, -1), runningSince: last[0] }, now, hours);
}

/**
 * Recalculates a clock with another target or other office hours. If its deadline is now in the future, it no longer counts as
 * breached.
 */
export function recountClock(
  clock: SlaClockState,
  targetMinutes: number,
  now: Date,
  hours: ClockHours,
): SlaClockState {
  return counted({ ...clock, targetMinutes, breachedAt: null }, now, hours, clock.breachedAt);
}

/** `before`: its breach was reported already, and is not reported again. */
function counted(
  clock: SlaClockState,
  now: Date,
  { calendar }: ClockHours,
  before = clock.breachedAt,
): SlaClockState {
  const target = clock.targetMinutes * MINUTE_MS;
  const due = dueOf(clock, target, calendar) ?? null;
  const isLate = due !== null && due <= now;
  const breachedAt = before && isLate ? due : null;
  const isPaused = !clock.runningSince && !clock.endedAt;
  return {
    ...clock,
    dueAt: isPaused && !isLate ? null : due,
    remainingMs: clock.runningSince ? null : target - spentIn(clock, calendar),
    breachedAt,
    state: stateOf({ ...clock, breachedAt }),
  };
}

const spentIn = ({ spans }: SlaClockState, calendar: Calendar): number =>
  spans.reduce((sum, [from, to]) => sum + workingTimeBetween(calendar, from, to), 0);

function stateOf({ breachedAt, endedAt, runningSince }: SlaClockState): SlaClockState['state'] {
  if (breachedAt) return 'breached';
  if (endedAt) return 'met';
  return runningSince ? 'running' : 'paused';
}

/** The moment at which the target is used up, by the times in which it ran and will run. */
function dueOf(
  { spans, runningSince, endedAt }: SlaClockState,
  target: number,
  calendar: Calendar,
): Date | undefined {
  let left = target;
  for (const [from, to] of spans) {
    const spent = workingTimeBetween(calendar, from, to);
    if (spent >= left) return addWorkingTime(calendar, from, left);
    left -= spent;
  }
  // A clock that was met keeps its deadline.
  const last = runningSince ?? (endedAt && (spans.at(-1)?.[1] ?? null));
  return last ? addWorkingTime(calendar, last, left) : undefined;
}
