import { expect, it } from 'vitest';
import { INITIAL_WALL_VIEW, nextView, type WallUpdate, type WallView } from './wall-connection.ts';

const wall = { at: '2026-11-26T10:00:00.000Z', name: 'Hall', figures: [], alerts: [] };
const after = (...news: WallUpdate[]): WallView => news.reduce(nextView, INITIAL_WALL_VIEW);

it('knows that what it shows is old while the line is gone, until all of it comes again', () => {
  expect(after({ kind: 'lost' })).toEqual({ status: 'waiting', isUnreachable: true });
  const shown = { status: 'shown', wall, heardAt: 5, isConnected: true };
  expect(after({ kind: 'state', wall, at: 5 })).toEqual(shown);
  expect(after({ kind: 'state', wall, at: 5 }, { kind: 'lost' })).toEqual({ ...shown, isConnected: false });
  expect(after({ kind: 'state', wall, at: 5 }, { kind: 'lost' }, { kind: 'state', wall, at: 9 })).toEqual({
    ...shown,
    heardAt: 9,
  });
});

it('is over for good', () => {
  expect(after({ kind: 'over' }, { kind: 'state', wall, at: 5 })).toEqual({ status: 'over' });
});
