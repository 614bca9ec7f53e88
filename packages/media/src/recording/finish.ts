import fs from 'node:fs/promises';
import path from 'node:path';
import {
  ALL_FORMATS,
  Conversion,
  FilePathSource,
  FilePathTarget,
  Input,
  Output,
  WebMOutputFormat,
} from 'mediabunny';
import { removeLevels } from './levels.ts';
import { readManifest, writeManifest, type Manifest, type ManifestPart } from './manifest.ts';
import { writePeaks } from './peaks.ts';
import { trimToWhole } from './trim.ts';

/**
 * Remuxes appended files, so that they have a duration and can be seeked; also after a crash. Calling it again continues where it was
 * interrupted.
 */
export async function finishRecording(folder: string): Promise<Manifest | undefined> {
  const found = await readManifest(folder);
  if (!found || found.status === 'complete' || found.status === 'failed') return found;
  const isInterrupted = found.status === 'active' || found.error !== '';
  const parts: ManifestPart[] = [];
  for (const part of found.parts) {
    const finished = await finishPart(folder, part, isInterrupted);
    if (finished) parts.push(finished);
  }
  const lastMs = Math.max(0, ...parts.map(({ offset_ms, duration_ms }) => offset_ms + duration_ms));
  // A recording without its waveform is still of use.
  await writePeaks(folder, lastMs).catch(() => undefined);
  const endedAt = found.ended_at ?? new Date(Date.parse(found.started_at) + lastMs).toISOString();
  const done: Manifest = { ...found, parts, status: found.error ? 'failed' : 'complete', ended_at: endedAt };
  await writeManifest(folder, done);
  await removeLevels(folder);
  return done;
}

/** Undefined for a part without a complete frame. */
async function finishPart(
  folder: string,
  part: ManifestPart,
  isInterrupted: boolean,
): Promise<ManifestPart | undefined> {
  const file = path.join(folder, part.file);
  const raw = `${file}.raw`;
  if (await exists(raw)) {
    // A file that was closed needs no trimming.
    if (isInterrupted) await trimToWhole(raw);
    if ((await fs.stat(raw)).size === 0) return undefined;
    const isPlayable = await remux(raw, `${file}.new`).catch(() => false);
    if (!isPlayable) {
      await fs.rm(`${file}.new`, { force: true });
      return undefined;
    }
    await fs.rename(`${file}.new`, file);
    await fs.rm(raw);
  }
  if (!(await exists(file))) return undefined;
  const input = new Input({ formats: ALL_FORMATS, source: new FilePathSource(file) });
  try {
    const seconds = await input.computeDuration();
    return { ...part, duration_ms: Math.round(seconds * 1000), bytes: (await fs.stat(file)).size };
  } finally {
    input.dispose();
  }
}

async function remux(from: string, to: string): Promise<boolean> {
  const input = new Input({ formats: ALL_FORMATS, source: new FilePathSource(from) });
  try {
    const output = new Output({ format: new WebMOutputFormat(), target: new FilePathTarget(to) });
    const conversion = await Conversion.init({ input, output, showWarnings: false });
    if (!conversion.isValid) return false;
    await conversion.execute();
    return true;
  } finally {
    input.dispose();
  }
}

async function exists(file: string): Promise<boolean> {
  return fs.access(file).then(
    () => true,
    () => false,
  );
}
