import { createHash, randomUUID } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { Transform, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { AppError } from './errors.ts';

/** Keeps attachments' bytes, by an id that we made; everything else about them is in the database. */
export type FileStore = {
  /** Stores the bytes, durably, before it returns. Refuses more than `maxBytes` with `too_large`. */
  put(id: string, bytes: Readable, maxBytes: number): Promise<{ size: number; sha256: string }>;
  /** Where its bytes are, for a thread or process of our own that reads them. */
  path(id: string): string;
  /** What is not there ends the stream with an error: see `has`. */
  read(id: string): Readable;
  has(id: string): boolean;
  /** None being there is fine. */
  remove(id: string): Promise<void>;
};

/** Keeps attachments' bytes in a folder, by id; everything else about them is in the database. */
export function createFileStore(folder: string): FileStore {
  // Two levels of folders keep each one small. Ids are UUIDs that we made: nothing from outside becomes a path.
  const place = (id: string) => path.join(folder, id.slice(0, 2), id.slice(2, 4), id);

  return {
    async put(id, bytes, maxBytes) {
      const target = place(id);
      await fs.promises.mkdir(path.dirname(target), { recursive: true, mode: 0o700 });
      // Two may store the same at the same time.
      const partial = `${target}.${randomUUID()}.part`;
      const hash = createHash('sha256');
      let size = 0;
      const measure = new Transform({
        transform(chunk: Buffer, _encoding, next) {
          size += chunk.length;
          // Too much is read to its end all the same: a browser sends everything before it looks at the answer.
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
