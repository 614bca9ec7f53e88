import type { BodyOf, saveDraft } from '@trunkline/contract';
import type { Viewer } from '#platform/access';
import type { Tx } from '#platform/db';
import type { Platform } from '#platform/platform';
import * as store from '../store.ts';

type Deps = Pick<Platform, 'db' | 'clock'> & { get: (viewer: Viewer, id: number) => Promise<unknown> };

/** Max. number of tickets whose drafts are marked in lists. */
const MOST_MARKED = 1000;

/** Drafts of replies and notes, kept until they are sent. */
export function createDrafts({ db, clock, get }: Deps) {
  async function remove(tx: Tx, place: Parameters<typeof store.removeDraft>[1]): Promise<void> {
    if (!(await store.removeDraft(tx.q, place))) return;
    const { ticketId, userId } = place;
    const left = await store.listDrafts(tx.q, ticketId, userId);
    if (left.length === 0) notifyDraftChanged(tx, { ticketId, userId, has: false });
  }

  return {
    removeReplyDraft: (tx: Tx, viewer: Viewer, id: number) =>
      remove(tx, { ticketId: id, userId: viewer.id, kind: 'reply' }),

    removeNoteDraft: (tx: Tx, viewer: Viewer, id: number) =>
      remove(tx, { ticketId: id, userId: viewer.id, kind: 'note' }),

    hasDrafts: store.hasDrafts,

    listDraftTickets: (viewer: Viewer) => store.listDraftTickets(db.q, viewer.id, MOST_MARKED),

    async saveDraft(
      viewer: Viewer,
      id: number,
      { kind, body, file_ids: fileIds }: BodyOf<typeof saveDraft>,
    ): Promise<void> {
      await get(viewer, id);
      const place = { ticketId: id, userId: viewer.id, kind };
      await db.transaction(async (tx) => {
        if (!body.trim() && fileIds.length === 0) return remove(tx, place);
        const before = await store.listDrafts(tx.q, id, viewer.id);
        await store.saveDraft(tx.q, { ...place, body, fileIds, now: clock.now() });
        if (before.length === 0) notifyDraftChanged(tx, { ...place, has: true });
      });
    },
  };
}

type DraftMark = { ticketId: number; userId: number; has: boolean };

/** Tells the author's lists, which mark tickets with drafts. */
export const notifyDraftChanged = (tx: Tx, { ticketId, userId, has }: DraftMark): void =>
  tx.emit('ticket-draft', { ticket_id: ticketId, has_draft: has }, [`user:${userId}`]);
