import type { RecordingPart } from '@trunkline/contract';

/** A part's drift up to this is left alone: it cannot be heard, while correcting it can. */
const DRIFT_S = 0.2;
const STEP_MS = 5000;
const PAGE_MS = 30_000;

/** Returns the length of a recording, which is the end of its last part. */
export function lengthOf(parts: readonly RecordingPart[]): number {
  return Math.max(0, ...parts.map(({ offset_ms: from, duration_ms: long }) => from + long));
}

/** Returns what one part's player has to do at this position of the recording. */
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

/** Returns the position after a key; undefined for keys that do not move it. */
export function positionAfter(key: string, positionMs: number, lengthMs: number): number | undefined {
  const steps: Record<string, number> = {
    ArrowRight: STEP_MS,
    ArrowUp: STEP_MS,
    ArrowLeft: -STEP_MS,
    ArrowDown: -STEP_MS,
    PageUp: PAGE_MS,
    PageDown: -PAGE_MS,
    Home: -Infinity,
    End: Infinity,
  };
  const step = steps[key];
  return step === undefined ? undefined : Math.min(lengthMs, Math.max(0, positionMs + step));
}
