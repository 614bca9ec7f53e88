import { createWriteStream } from 'node:fs';
import fs from 'node:fs/promises';
import path from 'node:path';
import { pipeline as pipe, Transform, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { crc32 } from 'node:zlib';
import yauzl from 'yauzl';
import yazl from 'yazl';
import { StartError } from '#platform/process/start-error';

/** One entry after the other: the next one is opened when the one before has been written. */
export type ArchiveEntry = { name: string; open: () => Promise<Readable>; isCompressed: boolean };

/**
 * Writes a zip file that is there under its name once it is whole and on the disk; until then, and after a failure, there is
 * none. Readable by its owner only.
 */
export async function writeArchive(target: string, entries: AsyncIterable<ArchiveEntry>): Promise<void> {
  const partial = `${target}.part`;
  await fs.mkdir(path.dirname(target), { recursive: true, mode: 0o700 });
  try {
    const zip = new yazl.ZipFile();
    const written = pipeline(zip.outputStream, createWriteStream(partial, { mode: 0o600, flush: true }));
    const added = addAll(zip, entries);
    // Whichever fails first tells why; the other one would wait for ever.
    await Promise.race([Promise.all([written, added]), failureOf(zip)]);
    await fs.rename(partial, target);
  } catch (error) {
    await fs.rm(partial, { force: true });
    throw error;
  }
}

/** The library tells of a source that fails by an event. */
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

export type Archive = {
  names: string[];
  /** Throws where there is none of that name, and at its end where it is not what was written. */
  open(name: string): Promise<Readable>;
  text(name: string): Promise<string>;
  close(): void;
};

/** Opens a file that `writeArchive` has written. Its list of entries is its end: a file that was cut has none, and is refused. */
export async function openArchive(file: string): Promise<Archive> {
  const zip = await yauzl.openPromise(file, { autoClose: false }).catch((error: NodeJS.ErrnoException) => {
    throw new StartError(
      error.code === 'ENOENT'
        ? `There is no backup ${file}.`
        : `${file} is no backup, or not a whole one (${error.message}): use another one.`,
    );
  });
  const entries = new Map<string, yauzl.Entry>();
  for await (const entry of zip.eachEntry()) entries.set(entry.fileName, entry);
  const archive: Archive = {
    names: [...entries.keys()],
    async open(name) {
      const entry = entries.get(name);
      if (!entry) throw new StartError(`${file} is not a whole backup: ${name} is missing.`);
      // Whoever reads the end of it hears of a failure anywhere.
      return pipe(await zip.openReadStreamPromise(entry), checked(entry, file), () => undefined);
    },
    async text(name) {
      const pieces: Buffer[] = [];
      for await (const piece of await archive.open(name)) pieces.push(piece as Buffer);
      return Buffer.concat(pieces).toString('utf8');
    },
    close: () => zip.close(),
  };
  return archive;
}

function checked({ crc32: wanted, fileName }: yauzl.Entry, file: string): Transform {
  let found = 0;
  return new Transform({
    transform(piece: Buffer, _encoding, next) {
      found = crc32(piece, found);
      next(null, piece);
    },
    flush(next) {
      next(
        found === wanted ? null : new StartError(`${file} is damaged: ${fileName} is not as it was written.`),
      );
    },
  });
}
