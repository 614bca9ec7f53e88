import { pipeline as pipe, Transform, type Readable } from 'node:stream';
import { crc32 } from 'node:zlib';
import yauzl from 'yauzl';
import { StartError } from '#platform/process/start-error';

export type Archive = {
  names: string[];
  /** Throws for an unknown name, and at the end of the stream if its content differs from what was written. */
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
      // Errors of the compressed stream are passed on to the reader.
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
    destroy(error, done) {
      done(isUnreadable(error) ? new StartError(`${file} is damaged: ${fileName} can't be read.`) : error);
    },
  });
}

/** Whether what was compressed can't be decompressed, or has another length than the archive says. */
const isUnreadable = (error: NodeJS.ErrnoException | null): boolean =>
  error !== null && (error.code?.startsWith('Z_') === true || error.message.includes('bytes in the stream'));
