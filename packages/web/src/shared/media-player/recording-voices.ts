import type { RecordingPart, RecordingWaveform } from '@trunkline/contract';

/** More bars than this would touch each other. */
const BARS_MAX = 120;

/** One participant of a recording: when they were in it, and how loud they were. */
export type RecordedVoice = {
  name: string;
  role: RecordingPart['role'];
  /** As shares of the recording's length. */
  stretches: { from: number; to: number }[];
  /** Loudness from 0 to 1, from the start of the recording to its end; empty where it was not measured. */
  bars: number[];
};

const ROLES: RecordingPart['role'][] = ['customer', 'guest', 'agent'];

/** Returns the recorded participants, the customer first. A participant may have several files and has one entry. */
export function recordedVoicesOf(
  parts: readonly RecordingPart[],
  lengthMs: number,
  waveform: RecordingWaveform | undefined,
): RecordedVoice[] {
  const voices = new Map<string, RecordedVoice>();
  for (const { name, role, offset_ms: from, duration_ms: long } of parts) {
    const key = `${role} ${name}`;
    const known = voices.get(key) ?? { name, role, stretches: [], bars: [] };
    voices.set(key, known);
    known.stretches.push({ from: from / lengthMs, to: (from + long) / lengthMs });
  }
  for (const { name, role, peaks } of waveform?.people ?? []) {
    const known = voices.get(`${role} ${name}`);
    if (known) known.bars = barsOf(peaks, waveform?.step_ms ?? 1, lengthMs);
  }
  return [...voices.values()].toSorted((a, b) => ROLES.indexOf(a.role) - ROLES.indexOf(b.role));
}

/** Reduces the peaks to as many bars as fit, each the loudest of its span. */
function barsOf(peaks: readonly number[], stepMs: number, lengthMs: number): number[] {
  const steps = Math.max(1, Math.ceil(lengthMs / stepMs));
  const bars = Array.from({ length: Math.min(BARS_MAX, steps) }, () => 0);
  for (const [index, peak] of peaks.entries()) {
    const bar = Math.floor((index / steps) * bars.length);
    if (bar < bars.length) bars[bar] = Math.max(bars[bar] ?? 0, peak / 100);
  }
  return bars;
}

/** Returns the bars as an SVG path, one unit wide each and one unit high; silence is a dot. */
export function waveformPath(bars: readonly number[]): string {
  return bars
    .map((bar, index) => {
      const half = Math.max(0.02, bar / 2);
      return `M${index + 0.5} ${(0.5 - half).toFixed(2)}V${(0.5 + half).toFixed(2)}`;
    })
    .join('');
}
