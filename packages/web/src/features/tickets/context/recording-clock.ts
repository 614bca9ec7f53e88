import type { RecordingPart } from '@trunkline/contract';

/** A part may run this far from the others before it is set right: less is not heard, setting it right is. */
const DRIFT_S = 0.2;

/** Length of a recording: until its last part ends. */
export function lengthOf(parts: readonly RecordingPart[]): number {
  return Math.max(0, ...parts.map(({ offset_ms: from, duration_ms: long }) => from + long));
}

/** What one part's player has to do at this moment of the recording. */
export function orderFor(
  { offset_ms: from, duration_ms: long }: RecordingPart,
  positionMs: number,
  currentTime: number,
): { plays: boolean; seekTo?: number } {
  const own = (positionMs - from) / 1000;
  const plays = own >= 0 && own < long / 1000;
  if (!plays) return { plays };
  return Math.abs(own - currentTime) > DRIFT_S ? { plays, seekTo: own } : { plays };
}

/** 75000 → "1:15". */
export function toMinutes(ms: number): string {
  const seconds = Math.floor(ms / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
