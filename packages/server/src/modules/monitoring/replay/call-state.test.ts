import { expect, it } from 'vitest';
import { callStateAt, type StoredCall } from './call-state.ts';

const START = Date.parse('2026-11-02T02:00:00.000Z');
const at = (seconds: number) => START + seconds * 1000;
const span = (from: number, to: number) => ({ from: at(from), to: at(to) });
const call = (more: Partial<StoredCall>): StoredCall => ({
  direction: 'inbound',
  started_at: new Date(START).toISOString(),
  answered_at: null,
  spans: null,
  ...more,
});
/** The states as `state since`, in seconds from the beginning of the call. */
const at5 = (one: StoredCall, seconds: readonly number[]): string[] =>
  seconds.map((second) => {
    const { state, since, is_held: isHeld, queue } = callStateAt(one, new Date(at(second)));
    return [state, (Date.parse(since) - START) / 1000, isHeld && 'held', queue]
      .filter((part) => part !== false && part !== '')
      .join(' ');
  });

it('knows menu, queue, ringing, talk and hold of a telephone call, and not what was between two talks', () => {
  const phone = call({
    spans: {
      queues: [{ ...span(10, 40), queue: 'care' }],
      rings: [span(20, 40)],
      talks: [span(40, 100), span(130, 200)],
      holds: [span(60, 70)],
    },
  });
  expect(at5(phone, [5, 10, 25, 40, 65, 70, 110, 150])).toEqual([
    'ivr 0',
    'queue 10 care',
    'ringing 20 care',
    'connected 40 care',
    'connected 40 held care',
    'connected 40 care',
    ' 0 care',
    'connected 130 care',
  ]);
});

it('has a room call wait until it is answered', () => {
  const room = call({ answered_at: new Date(at(30)).toISOString() });
  expect(at5(room, [10, 30, 90])).toEqual(['queue 0', 'connected 30', 'connected 30']);
});
