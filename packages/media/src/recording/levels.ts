import fs from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';

/** The length of one loudness value, and how many values go into one line. */
export const SLOT_MS = 100;
const SLOTS = 10;
const LINE_MS = SLOT_MS * SLOTS;
/** How often it is written: a crash loses at most this much. */
const WRITE_EVERY_MS = 5000;
const NAME = 'levels.jsonl';
/** Silence, in dB below the maximum (RFC 6464). */
const SILENT = 127;

const line = z.object({
  at: z.number().int().min(0),
  identity: z.string(),
  name: z.string(),
  db: z.array(z.number().int().min(0).max(SILENT)),
});
export type LevelLine = z.infer<typeof line>;

type Speaker = { identity: string; name: string };

/**
 * Writes the loudness of everybody in a recording while it runs, from the header extensions of their packets, so that nothing
 * has to be decoded for the waveform. The file is only appended to, so a crash loses the last seconds only.
 */
export class LevelLog {
  #file: string;
  #open = new Map<string, LevelLine>();
  #writtenMs = 0;
  #writing: Promise<unknown> = Promise.resolve();
  #onError: (error: unknown) => void;

  constructor(folder: string, onError: (error: unknown) => void) {
    this.#file = path.join(folder, NAME);
    this.#onError = onError;
  }

  /** @param atMs since the start of the recording */
  recordLevel({ identity, name }: Speaker, atMs: number, level: number): void {
    const at = Math.max(0, Math.floor(atMs / LINE_MS) * LINE_MS);
    const key = `${at} ${identity}`;
    const known = this.#open.get(key) ?? {
      at,
      identity,
      name,
      db: Array.from({ length: SLOTS }, () => SILENT),
    };
    this.#open.set(key, known);
    const slot = Math.max(0, Math.floor((atMs - at) / SLOT_MS));
    known.db[slot] = Math.min(known.db[slot] ?? SILENT, level);
  }

  /** To be called several times a second. */
  tick(nowMs: number): void {
    if (nowMs - this.#writtenMs < WRITE_EVERY_MS) return;
    this.#writtenMs = nowMs;
    this.#write((each) => each.at + LINE_MS <= nowMs);
  }

  async close(): Promise<void> {
    this.#write(() => true);
    await this.#writing;
  }

  #write(isDone: (line: LevelLine) => boolean): void {
    const done = [...this.#open].filter(([, each]) => isDone(each));
    if (done.length === 0) return;
    for (const [key] of done) this.#open.delete(key);
    const text = done.map(([, each]) => `${JSON.stringify(each)}\n`).join('');
    this.#writing = this.#writing
      .then(() => fs.appendFile(this.#file, text, { mode: 0o600 }))
      .catch(this.#onError);
  }
}

/** All values that were written, without a line that a crash cut off; undefined without a file. */
export async function readLevels(folder: string): Promise<LevelLine[] | undefined> {
  const text = await fs.readFile(path.join(folder, NAME), 'utf8').catch(() => undefined);
  return text?.split('\n').flatMap((each) => {
    try {
      return [line.parse(JSON.parse(each))];
    } catch {
      return [];
    }
  });
}

export const removeLevels = (folder: string): Promise<void> =>
  fs.rm(path.join(folder, NAME), { force: true });
