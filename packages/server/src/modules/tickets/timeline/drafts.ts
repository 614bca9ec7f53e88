import type { BodyOf, saveDraft } from '@trunkline/contract';
import type { Viewer } from '#platform/access';
import type { Tx } from '#platform/db';
import type { Platform } from '#platform/platform';
import * as store from '../store.ts';

type Deps = Pick<Platform, 'db' | 'clock'> & { get: (viewer: Viewer, id: number) => Promise<unknown> };

/** What people are writing on tickets, kept until it is sent. */
export function createDrafts({ db, clock, get }: Deps) {
  return {
    removeReplyDraft: (tx: Tx, viewer: Viewer, id: number) =>
      store.removeDraft(tx.q, { ticketId: id, userId: viewer.id, kind: 'reply' }),

    async saveDraft(
      viewer: Viewer,
      id: number,
      { kind, body, file_ids: fileIds }: BodyOf<typeof saveDraft>,
    ): Promise<void> {
      await get(viewer, id);
      const place = { ticketId: id, userId: viewer.id, kind };
      if (!body.trim() && fileIds.length === 0) return store.removeDraft(db.q, place);
      await store.saveDraft(db.q, { ...place, body, fileIds, now: clock.now() });
    },
  };
}
