import { createHash, randomUUID } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { Transform, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { AppError } from './errors.ts';

/** Stores the bytes of attachments by an id that we made; everything else about them is in the database. */
export type FileStore = {
  /** Stores the bytes, durably, before it returns. Refuses more than `maxBytes` with `too_large`. */
  put(id: string, bytes: Readable, maxBytes: number): Promise<{ size: number; sha256: string }>;
  /** The path of its file, for threads and processes of ours that read it. */
  path(id: string): string;
  /** The stream fails if there is no such file: see `has`. */
  read(id: string): Readable;
  has(id: string): boolean;
  /** Does not fail if there is no such file. */
  remove(id: string): Promise<void>;
};

/** @param folder where the files are */
export function createFileStore(folder: string): FileStore {
  // Two levels of folders keep each one small. Ids are UUIDs that we made, so no input becomes a path.
  const place = (id: string) => path.join(folder, id.slice(0, 2), id.slice(2, 4), id);

  return {
    async put(id, bytes, maxBytes) {
      const target = place(id);
      await fs.promises.mkdir(path.dirname(target), { recursive: true, mode: 0o700 });
      // Two uploads of the same id at once must not write the same file.
      const partial = `${target}.${randomUUID()}.part`;
      const hash = createHash('sha256');
      let size = 0;
      const measure = new Transform({
        transform(chunk: Buffer, _encoding, next) {
          size += chunk.length;
          // A file that is too large is still read to its end: a browser sends everything before it reads the response.
          if (size > maxBytes) return next();
          hash.update(chunk);
          next(null, chunk);
        },
        flush(next) {
          next(size > maxBytes ? new AppError('too_large', { max_bytes: maxBytes }) : null);
        },
      });
      try {
        await pipeline(bytes, measure, fs.createWriteStream(partial, { flush: true, mode: 0o600 }));
        await fs.promises.rename(partial, target);
      } catch (error) {
        await fs.promises.rm(partial, { force: true });
        throw error;
      }
      return { size, sha256: hash.digest('hex') };
    },

    path: place,

    read: (id) => fs.createReadStream(place(id)),

    has: (id) => fs.existsSync(place(id)),

    remove: (id) => fs.promises.rm(place(id), { force: true }),
  };
}
