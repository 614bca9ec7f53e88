import { createWriteStream } from 'node:fs';
import fs from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import yazl from 'yazl';

/** Entries are written one after the other: the next is opened when the one before has been written. */
export type ArchiveEntry = { name: string; open: () => Promise<Readable>; isCompressed: boolean };

/**
 * Writes a zip file, which gets its name once it is complete and on disk; after a failure there is none. Readable by its owner
 * only.
 */
export async function writeArchive(target: string, entries: AsyncIterable<ArchiveEntry>): Promise<void> {
  const partial = `${target}.part`;
  await fs.mkdir(path.dirname(target), { recursive: true, mode: 0o700 });
  try {
    const zip = new yazl.ZipFile();
    const written = pipeline(zip.outputStream, createWriteStream(partial, { mode: 0o600, flush: true }));
    const added = addAll(zip, entries);
    // The first failure rejects; the other promise might never settle.
    await Promise.race([Promise.all([written, added]), failureOf(zip)]);
    await fs.rename(partial, target);
  } catch (error) {
    await fs.rm(partial, { force: true });
    throw error;
  }
}

/** The library reports a failing source by an event. */
const failureOf = (zip: yazl.ZipFile): Promise<never> =>
  new Promise((_, reject) => void zip.once('error', reject));

async function addAll(zip: yazl.ZipFile, entries: AsyncIterable<ArchiveEntry>): Promise<void> {
  for await (const { name, open, isCompressed } of entries) {
    const source = await open();
    const ended = new Promise<void>((resolve, reject) => {
      source.once('end', resolve).once('error', reject);
    });
    zip.addReadStream(source, name, { compress: isCompressed, mode: 0o100_600 });
    await ended;
  }
  zip.end();
}
