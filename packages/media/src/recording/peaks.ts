import fs from 'node:fs/promises';
import path from 'node:path';
import { readLevels, SLOT_MS, type LevelLine } from './levels.ts';

/** A waveform on a screen cannot show more values. */
const PEAKS_MAX = 1000;
/** In dB below the maximum: quieter sounds are drawn as silence. */
const FLOOR = 60;

/** The loudness of each person, from 0 to 100, in steps of equal length from the start of the recording. */
export type Peaks = { step_ms: number; people: { identity: string; name: string; peaks: number[] }[] };

/** Reduces the recorded loudness to at most `PEAKS_MAX` steps, taking the loudest value of each. */
export function peaksOf(lines: readonly LevelLine[], lengthMs: number): Peaks {
  const step = SLOT_MS * Math.max(1, Math.ceil(lengthMs / SLOT_MS / PEAKS_MAX));
  const count = Math.ceil(lengthMs / step);
  const people = new Map<string, Peaks['people'][number]>();
  for (const { at, identity, name, db } of lines) {
    const person = people.get(identity) ?? { identity, name, peaks: Array.from({ length: count }, () => 0) };
    people.set(identity, person);
    for (const [slot, level] of db.entries()) {
      const index = Math.floor((at + slot * SLOT_MS) / step);
      if (index < count) person.peaks[index] = Math.max(person.peaks[index] ?? 0, heightOf(level));
    }
  }
  return { step_ms: step, people: [...people.values()] };
}

/** The height is linear in dB, because people hear ratios. */
const heightOf = (level: number): number => Math.max(0, Math.round(100 * (1 - level / FLOOR)));

/** Writes "peaks.json" next to the manifest; does nothing where no loudness was recorded. */
export async function writePeaks(folder: string, lengthMs: number): Promise<void> {
  const lines = await readLevels(folder);
  if (!lines) return;
  const file = path.join(folder, 'peaks.json');
  await fs.writeFile(`${file}.new`, JSON.stringify(peaksOf(lines, lengthMs)), { mode: 0o600 });
  await fs.rename(`${file}.new`, file);
}
