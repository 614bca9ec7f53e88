import type { RecordingPart } from '@trunkline/contract';
import { expect, it } from 'vitest';
import { waveformPath, recordedVoicesOf } from './recording-voices.ts';

const part = (name: string, role: RecordingPart['role'], offset_ms: number): RecordingPart => ({
  number: offset_ms,
  name,
  role,
  offset_ms,
  duration_ms: 1000,
  bytes: 1,
  has_video: false,
});
const parts = [part('Dewi', 'agent', 0), part('Joko', 'customer', 0), part('Joko', 'customer', 3000)];

it('draws one line for each person, the customer first, with the times they were there', () => {
  expect(recordedVoicesOf(parts, 4000, undefined)).toEqual([
    {
      name: 'Joko',
      role: 'customer',
      stretches: [
        { from: 0, to: 0.25 },
        { from: 0.75, to: 1 },
      ],
      bars: [],
    },
    { name: 'Dewi', role: 'agent', stretches: [{ from: 0, to: 0.25 }], bars: [] },
  ]);
});

it('puts loudness where it was, and loses no short sound of a long call', () => {
  const hour = 3_600_000;
  const peaks = Array.from({ length: 1000 }, (_, index) => (index === 999 ? 80 : 0));
  const waveform = { step_ms: 3600, people: [{ name: 'Joko', role: 'customer' as const, peaks }] };
  const [joko] = recordedVoicesOf(parts, hour, waveform);
  expect(joko?.bars).toHaveLength(120);
  expect(joko?.bars.at(-1)).toBe(0.8);
  expect(joko?.bars.slice(0, -1).every((bar) => bar === 0)).toBe(true);
});

it('draws a few seconds with as many bars as were noted', () => {
  const waveform = { step_ms: 100, people: [{ name: 'Joko', role: 'customer' as const, peaks: [0, 100] }] };
  expect(recordedVoicesOf(parts, 400, waveform)[0]?.bars).toEqual([0, 1, 0, 0]);
});

it('draws silence as a dot and sound around the middle', () => {
  expect(waveformPath([0, 1])).toBe('M0.5 0.48V0.52M1.5 0.00V1.00');
});
