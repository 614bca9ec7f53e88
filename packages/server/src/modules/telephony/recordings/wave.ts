import fs from 'node:fs';

/** The length of one step of the waveform. */
const STEP_MS = 100;
const HEADER = 12;
const CHUNK_HEADER = 8;
const LOUDEST = 32_768;

export type Waveform = { duration_ms: number; step_ms: number; peaks: number[]; rate: number };
/** An open file, or something that can be read like one. */
type Source = {
  read: (into: Buffer, offset: number, length: number, position: number) => Promise<{ bytesRead: number }>;
};

/**
 * The length of a WAV file (PCM, 16 bits, one channel) and its loudness per step, from 0 to 100. Undefined where it is another
 * format, or empty.
 */
export async function readWave(file: string): Promise<Waveform | undefined> {
  const handle = await fs.promises.open(file);
  try {
    return await readWaveFrom(handle);
  } finally {
    await handle.close();
  }
}

/** Like `readWave`, for an open file. */
export async function readWaveFrom(source: Source): Promise<Waveform | undefined> {
  const head = Buffer.alloc(HEADER);
  await source.read(head, 0, HEADER, 0);
  if (head.toString('latin1', 0, 4) !== 'RIFF' || head.toString('latin1', 8, 12) !== 'WAVE') return undefined;
  return readChunks(source);
}

async function readChunks(handle: Source): Promise<Waveform | undefined> {
  let rate = 0;
  for (let at = HEADER; ;) {
    const head = Buffer.alloc(CHUNK_HEADER);
    if ((await handle.read(head, 0, CHUNK_HEADER, at)).bytesRead < CHUNK_HEADER) return undefined;
    const [name, size] = [head.toString('latin1', 0, 4), head.readUInt32LE(4)];
    at += CHUNK_HEADER;
    if (name === 'data') return rate > 0 ? readData(handle, { at, size, rate }) : undefined;
    if (name === 'fmt ') rate = await readRate(handle, at);
    // Chunks are aligned to two bytes.
    at += size + (size % 2);
  }
}

/** Sample rates that are accepted, from telephones to studios: memory is allocated by this value of the file. */
const RATES = { least: 4000, most: 48_000 };

async function readRate(handle: Source, at: number): Promise<number> {
  const format = Buffer.alloc(16);
  await handle.read(format, 0, 16, at);
  const isKnown =
    format.readUInt16LE(0) === 1 && format.readUInt16LE(2) === 1 && format.readUInt16LE(14) === 16;
  const rate = format.readUInt32LE(4);
  return isKnown && rate >= RATES.least && rate <= RATES.most ? rate : 0;
}

type Data = { at: number; size: number; rate: number };

async function readData(handle: Source, { at, size, rate }: Data): Promise<Waveform | undefined> {
  const step = Buffer.alloc(Math.round((rate * STEP_MS) / 1000) * 2);
  const peaks: number[] = [];
  let bytes = 0;
  while (bytes < size) {
    const { bytesRead } = await handle.read(step, 0, Math.min(step.length, size - bytes), at + bytes);
    if (bytesRead < 2) break;
    peaks.push(loudest(step.subarray(0, bytesRead)));
    bytes += bytesRead;
  }
  if (bytes === 0) return undefined;
  return { duration_ms: Math.round((bytes / 2 / rate) * 1000), step_ms: STEP_MS, peaks, rate };
}

function loudest(samples: Buffer): number {
  let most = 0;
  for (let at = 0; at + 1 < samples.length; at += 2) most = Math.max(most, Math.abs(samples.readInt16LE(at)));
  return Math.round((most / LOUDEST) * 100);
}
