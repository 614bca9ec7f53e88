import { randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';
import { informationFileUrl, LIMITS, type FileRef } from '@trunkline/contract';
import type { Viewer } from '#platform/access';
import type { Query } from '#platform/db';
import { AppError, found } from '#platform/errors';
import type { Upload } from '#platform/http';
import { cleanFileName, cleanMime, fileHeaders } from '#platform/http/file-headers';
import type { Platform } from '#platform/platform';
import * as store from './file-store.ts';

const UNUSED_AFTER_MS = 24 * 3_600_000;

/** Attachments of posts: uploaded first, then attached to a post. */
export type PostFiles = {
  /** @throws AppError `too_many_requests` where the user has many uploads that no post uses */
  store(viewer: Viewer, upload: () => Promise<Upload>): Promise<FileRef>;
  /** `seesPost` throws where the reader may not see that post. */
  open(
    viewer: Viewer,
    id: string,
    seesPost: (postId: number) => Promise<unknown>,
  ): Promise<{ headers: Record<string, string>; bytes: Readable }>;
  /** @throws AppError `invalid_reference` for files of others, or of another post */
  attach(q: Query, postId: number, of: { ids: readonly string[]; userId: number }): Promise<void>;
};

export function createPostFiles({
  db,
  clock,
  files,
  jobs,
}: Pick<Platform, 'db' | 'clock' | 'files' | 'jobs'>): PostFiles {
  jobs.define('information:remove-unused-files', async () => {
    for (const id of await store.listUnused(db.q, new Date(clock.now().getTime() - UNUSED_AFTER_MS))) {
      await files.remove(id);
      await store.removeUnused(db.q, id);
    }
  });
  jobs.schedule('information:remove-unused-files', '47 * * * *');

  return {
    async store(viewer, upload) {
      if ((await store.countUnused(db.q, viewer.id)) >= LIMITS.filesWaiting)
        throw new AppError('too_many_requests');
      const { name, mime, bytes } = await upload();
      const id = randomUUID();
      const stored = await files.put(id, bytes, LIMITS.fileBytes);
      const ref = { id, name: cleanFileName(name), mime: cleanMime(mime), size: stored.size };
      await store.insertFile(db.q, {
        ...ref,
        sha256: stored.sha256,
        user_id: viewer.id,
        created_at: clock.now(),
      });
      return { ...ref, url: informationFileUrl(id) };
    },

    async open(viewer, id, seesPost) {
      const file = found(await store.findFile(db.q, id));
      if (file.post_id !== null) await seesPost(file.post_id);
      else if (file.user_id !== viewer.id) throw new AppError('not_found');
      if (!files.has(id)) throw new AppError('not_found', { reason: 'file_missing' });
      return { headers: fileHeaders(file), bytes: files.read(id) };
    },

    async attach(q, postId, { ids, userId }) {
      const wanted = [...new Set(ids)];
      if ((await store.setFiles(q, postId, { ids: wanted, userId })) === wanted.length) return;
      throw new AppError('invalid_reference', [
        { path: 'file_ids', message: 'A file is not yours, is on another post, or has expired' },
      ]);
    },
  };
}
