import type { FloorAgent, FloorChanges, FloorState } from '@trunkline/contract';
import { signalExamples } from '@trunkline/contract/fixtures';
import { describe, expect, it } from 'vitest';
import { boardOf, continuesBoard, isOutdated, OUTDATED_AFTER_MS, withChanges } from './board.ts';

const STATE: FloorState = signalExamples['floor-state'];
const CHANGES: FloorChanges = signalExamples['floor-changes'];
const NOW = Date.parse('2026-03-02T02:20:00.000Z');

describe('the board', () => {
  it('takes in what changed, and leaves the rest as it was', () => {
    const before = boardOf(STATE, NOW);
    const [agent] = before.agents as [FloorAgent];
    const onBreak: FloorAgent = { ...agent, user_activity_id: 3 };
    const newcomer: FloorAgent = { ...agent, id: 20 };
    const after = withChanges(before, { ...CHANGES, agents: [newcomer, onBreak] }, NOW);
    expect(after.agents).toEqual([onBreak, newcomer]);
    expect(after.calls).toEqual([]);
    expect(after.escorts).toEqual([]);
    expect(after.waiting).toBe(before.waiting);
    expect([after.version, after.at]).toEqual([CHANGES.version, CHANGES.at]);
    expect(withChanges(after, { ...CHANGES, agents_gone: [20] }, NOW).agents).toEqual([onBreak]);
  });

  it('keeps its rows where nothing is other, so that nothing is drawn anew', () => {
    const before = boardOf(STATE, NOW);
    const quiet = { ...CHANGES, calls_gone: [] };
    expect(withChanges(before, quiet, NOW).agents).toBe(before.agents);
    expect(withChanges(before, quiet, NOW).calls).toBe(before.calls);
  });

  it('takes nothing that does not follow on what it has', () => {
    expect(continuesBoard(boardOf(STATE, NOW), CHANGES)).toBe(true);
    expect(continuesBoard(boardOf(STATE, NOW), { ...CHANGES, after: STATE.version + 1 })).toBe(false);
  });

  it('knows how far the clock of the server is from this computer’s', () => {
    expect(boardOf(STATE, NOW).offsetMs).toBe(Date.parse(STATE.at) - NOW);
    expect(withChanges(boardOf(STATE, NOW), CHANGES, NOW + 1000).offsetMs).toBe(Date.parse(STATE.at) - NOW);
  });

  it('is old when the server has been silent for longer than it ever is', () => {
    const board = boardOf(STATE, NOW);
    expect(isOutdated(board, NOW + OUTDATED_AFTER_MS)).toBe(false);
    expect(isOutdated(board, NOW + OUTDATED_AFTER_MS + 1)).toBe(true);
  });

  it('is old where this computer’s clock was set back by an hour, until the server is heard again', () => {
    const setBack = NOW - 3_600_000;
    const board = boardOf(STATE, NOW);
    expect(isOutdated(board, setBack)).toBe(true);
    const heard = withChanges(board, CHANGES, setBack);
    expect([isOutdated(heard, setBack), heard.offsetMs]).toEqual([false, Date.parse(CHANGES.at) - setBack]);
  });
});
