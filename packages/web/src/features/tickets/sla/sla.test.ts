import type { SlaClock, SlaEntry } from '@trunkline/contract';
import { describe, expect, it } from 'vitest';
import { clocksOf, clockStateOf } from './sla.ts';
import { aTicket } from '../test-tickets.ts';

const now = Date.parse('2026-11-20T10:00:00.000Z');
const MINUTE = 60_000;
const at = (minutes: number) => new Date(now + minutes * MINUTE).toISOString();
const clock = (part: Partial<SlaClock>): SlaClock => ({
  kind: 'first_response',
  state: 'running',
  target_minutes: 30,
  office_hours: 'Jakarta',
  time_zone: 'Asia/Jakarta',
  started_at: at(-10),
  due_at: at(60),
  remaining_ms: 20 * MINUTE,
  breached_at: null,
  ended_at: null,
  ...part,
});

describe('how a clock stands', () => {
  it.each<[string, Partial<SlaClock>, [string, number, boolean]]>([
    ['in time: the working time that is left', { due_at: at(20) }, ['left', 20, false]],
    ['in time, and closed until tomorrow: when it is due', { due_at: at(900) }, ['dueAt', 20, false]],
    ['overdue, though nobody has noticed', { due_at: at(-5), remaining_ms: 0 }, ['overdue', 5, true]],
    ['overdue', { state: 'breached', due_at: at(-5), remaining_ms: null }, ['overdue', 5, true]],
    ['paused', { state: 'paused', due_at: null }, ['paused', 20, false]],
    [
      'paused when it was late already',
      { state: 'breached', due_at: at(-5), remaining_ms: -MINUTE },
      ['overdue', 5, true],
    ],
    ['answered in time: after how much work', { state: 'met', ended_at: at(-1) }, ['met', 10, false]],
    [
      'answered after a wait that counted in part',
      { state: 'met', started_at: at(-60), ended_at: at(-1) },
      ['metInWork', 10, false],
    ],
    [
      'solved after a wait that counted in part',
      { kind: 'resolution', state: 'met', started_at: at(-60), ended_at: at(-1) },
      ['solvedInWork', 10, false],
    ],
    [
      'solved before the hours began: after how long all the same',
      { kind: 'resolution', state: 'met', started_at: at(-59), ended_at: at(-1), remaining_ms: 30 * MINUTE },
      ['solvedOutside', 58, false],
    ],
    ['solved in time', { kind: 'resolution', state: 'met', ended_at: at(-1) }, ['solvedIn', 10, false]],
    ['answered late', { state: 'breached', ended_at: at(-1), remaining_ms: -7 * MINUTE }, ['late', 7, true]],
  ])('%s', (_what, part, [words, minutes, isLate]) => {
    expect(clockStateOf(clock(part), now)).toEqual({ words, ms: minutes * MINUTE, isLate });
  });
});

it('does not call it an answer where a ticket was solved without one', () => {
  const over = clock({ state: 'met', ended_at: at(-1), remaining_ms: 30 * MINUTE });
  const ended = (cause: SlaEntry['cause'], kind: SlaEntry['kind'] = 'first_response'): SlaEntry => ({
    id: 1,
    kind,
    step: 'ended',
    cause,
    at: at(-1),
    by: 'Sari',
    status: 'solved',
    priority: 'Normal',
    target_minutes: 30,
    office_hours: 'Jakarta',
    due_at: at(60),
    remaining_ms: 30 * MINUTE,
  });
  expect(clockStateOf(over, now, [ended('solved')])).toEqual({ words: 'unanswered', ms: 0, isLate: false });
  const answered = { ...over, remaining_ms: 20 * MINUTE };
  expect(clockStateOf(answered, now, [ended('solved', 'resolution')]).words).toBe('met');
  // Solved, reopened, and only then replied to.
  expect(clockStateOf(answered, now, [ended('solved'), ended('answered')]).words).toBe('met');
});

it('says that a reply came outside of the hours, where none of the wait counted', () => {
  const over = (started: number) =>
    clock({ state: 'met', started_at: at(started), ended_at: at(-1), remaining_ms: 30 * MINUTE });
  expect(clockStateOf(over(-300), now).words).toBe('metOutside');
  expect(clockStateOf(over(-1.5), now)).toMatchObject({ words: 'metOutside', ms: 30_000 });
  expect(clockStateOf(over(-1), now).words).toBe('met');
});

describe('the clocks of a row', () => {
  const due = { resolution_due_at: at(600) };

  it('are the next answer after the first was given', () => {
    const ticket = aTicket({
      id: 1,
      ...due,
      first_response_at: at(-20),
      first_response_due_at: at(-10),
      next_response_due_at: at(5),
      waiting_since: at(-2),
    });
    expect(clocksOf(ticket)).toEqual([
      { kind: 'next_response', start: at(-2), due: at(5) },
      { kind: 'resolution', start: ticket.created_at, due: at(600) },
    ]);
  });

  it('are none when it is solved', () => {
    expect(clocksOf(aTicket({ id: 1, ...due, status: 'solved' }))).toEqual([]);
  });
});
