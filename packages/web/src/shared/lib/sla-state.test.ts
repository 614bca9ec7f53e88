import { expect, it } from 'vitest';
import { slaState } from './sla-state.ts';

it.each([
  [0, 'calm', 1],
  [50, 'calm', 0.5],
  [75, 'soon', 0.25],
  [100, 'breached', 0],
  [900, 'breached', 0],
  [-20, 'calm', 1],
])('at %i of 100 it is %s', (now, state, share) => {
  expect(slaState({ start: 0, due: 100, now })).toEqual({ state, share });
});

it('is breached when the due time lies before the start', () => {
  expect(slaState({ start: 100, due: 50, now: 60 }).state).toBe('breached');
});
