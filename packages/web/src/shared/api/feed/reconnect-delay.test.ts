import { expect, it } from 'vitest';
import { reconnectDelayMs } from './reconnect-delay.ts';

it('doubles from one second to five and stays there', () => {
  expect([0, 1, 2, 3, 40].map((attempt) => reconnectDelayMs(attempt, 0.5))).toEqual([
    1000, 2000, 4000, 5000, 5000,
  ]);
});

it('spreads by half either way and never exceeds five seconds', () => {
  expect(reconnectDelayMs(0, 0)).toBe(500);
  expect(reconnectDelayMs(0, 1)).toBe(1500);
  expect(reconnectDelayMs(9, 1)).toBe(5000);
});
