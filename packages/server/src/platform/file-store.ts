import { createHash, randomUUID } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { Transform, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { AppError } from './errors.ts';

export type FileStore = ReturnType<typeof createFileStore>;

/** Keeps attachments' bytes in a folder, by id; everything else about them is in the database. */
export function createFileStore(folder: string) {
  // Two levels of folders keep each one small. Ids are UUIDs that we made: nothing from outside becomes a path.
  const place = (id: string) => path.join(folder, id.slice(0, 2), id.slice(2, 4), id);

  return {
    /** Stores the bytes, durably, before it returns. Refuses more than `maxBytes` with `too_large`. */
    async put(id: string, bytes: Readable, maxBytes: number): Promise<{ size: number; sha256: string }> {
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

    /** Where its bytes are, for a thread or process of our own that reads them. */
    path: place,

    read: (id: string): Readable => fs.createReadStream(place(id)),

    has: (id: string): boolean => fs.existsSync(place(id)),

    remove: (id: string): Promise<void> => fs.promises.rm(place(id), { force: true }),
  };
}
