import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createCalendar } from '#platform/calendar/calendar';
import { workingTimeBetween } from '#platform/calendar/working-time';
import { endClock, pauseClock, recountClock, resumeClock, startClock, type SlaClockState } from './clock.ts';
import { replaySla, type ReplayedEvent } from './replay.ts';

const MINUTE = 60_000;
const start = Date.parse('2026-11-16T01:00:00Z');
const nine = { from_minute: 9 * 60, to_minute: 17 * 60 };
const calendarOf = (timeZone: string) =>
  createCalendar({ timeZone, week: [[nine], [nine], [nine], [nine], [nine], [], []], exceptions: [] });
const hours = { name: 'Office', calendar: calendarOf('Asia/Jakarta') };
const others = { name: 'Other', calendar: calendarOf('America/St_Johns') };

/** Random times at which a clock is paused and resumed, in minutes since its start. */
const history = fc.array(fc.integer({ min: 1, max: 3000 }), { maxLength: 7 }).map((waits) =>
  waits.map(
    (
      (at) => (wait: number) =>
        new Date((at += wait * MINUTE))
    )(start),
  ),
);

/** Runs a clock through these times, pausing and resuming in turn. */
const run = (moments: readonly Date[], target: number): SlaClockState =>
  moments.reduce(
    (clock, at, index) => (index % 2 === 0 ? pauseClock(clock, at, hours) : resumeClock(clock, at, hours)),
    startClock({ kind: 'resolution', targetMinutes: target, at: new Date(start) }, hours),
  );

describe('a clock', () => {
  it('however often it was paused: what it ran and what is left make the target', () => {
    fc.assert(
      fc.property(history, fc.integer({ min: 1, max: 10_000 }), (moments, target) => {
        const clock = run(moments, target);
        const edges = [new Date(start), ...moments];
        let ran = 0;
        for (let index = 0; index + 1 < edges.length; index += 2)
          ran += workingTimeBetween(
            hours.calendar,
            edges[index] ?? new Date(0),
            edges[index + 1] ?? new Date(0),
          );
        const left = target * MINUTE - ran;
        const last = edges.at(-1) ?? new Date(start);
        const found = clock.runningSince
          ? left > 0 && clock.dueAt && workingTimeBetween(hours.calendar, last, clock.dueAt)
          : clock.remainingMs;
        expect(found).toBe(clock.runningSince && left <= 0 ? false : left);
      }),
    );
  });

  it('counted in other hours and back, or twice, is as it was', () => {
    fc.assert(
      fc.property(history, fc.integer({ min: 1, max: 5000 }), fc.boolean(), (moments, target, isOver) => {
        const at = moments.at(-1) ?? new Date(start);
        const clock = isOver ? endClock(run(moments, target), at, hours) : run(moments, target);
        const now = new Date(at.getTime() + MINUTE);
        const there = recountClock(clock, target * 2, now, others);
        expect(recountClock(there, target * 2, now, others)).toEqual(there);
        const fresh = recountClock(clock, target, now, hours);
        expect(recountClock(there, target, now, hours)).toEqual(fresh);
        expect([fresh.dueAt, fresh.remainingMs]).toEqual([clock.dueAt, clock.remainingMs]);
      }),
    );
  });
});

describe('a case that has happened already', () => {
  const at = (minutes: number) => new Date(start + 60 * MINUTE + minutes * MINUTE);
  const rules = {
    hours,
    priority: 'Normal',
    targets: { first_response: 30, next_response: 20, resolution: 480 },
  };
  const open = { status: 'open', by: 'Dewi' } as const;
  const told: ReplayedEvent[] = [
    { what: 'opened', at: at(0), by: null, status: 'open' },
    { what: 'customer_wrote', at: at(0), ...open },
    { what: 'answered', at: at(10), ...open },
    { what: 'customer_wrote', at: at(15), ...open },
    { what: 'answered', at: at(55), ...open },
    { what: 'moved', at: at(60), by: 'Dewi', status: 'solved' },
  ];
  const stepsOf = (happenings: ReplayedEvent[]) =>
    replaySla(happenings, rules, at(120))
      .rows(7)
      .entries.map(({ kind, step }) => `${kind} ${step}`);

  it('has the clocks that it would have had', () => {
    expect(stepsOf(told)).toEqual([
      'first_response started',
      'resolution started',
      'first_response ended',
      'next_response started',
      'next_response breached',
      'next_response ended',
      'resolution ended',
    ]);
    const { due, rows } = replaySla(told, rules, at(120));
    expect(due).toEqual({
      first_response_due_at: at(30),
      next_response_due_at: null,
      resolution_due_at: at(480),
    });
    expect(rows(7).clocks.map(({ ticket_id, kind, state }) => [ticket_id, kind, state])).toEqual([
      [7, 'first_response', 'met'],
      [7, 'resolution', 'met'],
      [7, 'next_response', 'breached'],
    ]);
  });

  it('is late by now where nothing has happened since', () => {
    expect(stepsOf(told.slice(0, 1))).toEqual([
      'first_response started',
      'resolution started',
      'first_response breached',
    ]);
  });
});
