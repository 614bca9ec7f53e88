import type { BodyOf, MailDraft, saveMailDraft } from '@trunkline/contract';
import type { Viewer } from '#platform/access';
import type { Platform } from '#platform/platform';
import type { Tickets } from '#modules/tickets';
import { lockClientKey } from '../outbound/email-store.ts';
import * as store from './mail-draft-store.ts';

type Deps = Pick<Platform, 'db' | 'clock'> & { tickets: Tickets };

/** Drafts of new mails; only their author sees them. */
export type MailDrafts = {
  /** Null if there is no draft in that place. */
  find(viewer: Viewer, place: string): Promise<MailDraft | null>;
  /** Does nothing if the mail was sent meanwhile. */
  save(viewer: Viewer, body: BodyOf<typeof saveMailDraft>): Promise<void>;
};

export function createMailDrafts({ db, clock, tickets }: Deps): MailDrafts {
  tickets.files.hold(store.listDraftFiles);
  return {
    async find(viewer, place) {
      const row = await store.findDraft(db.q, { userId: viewer.id, place });
      if (!row) return null;
      const files = await tickets.files.listOwn(db.q, viewer, row.file_ids);
      // Drafts that were saved by an earlier version have no answers.
      return { ...row.mail, answers: row.mail.answers ?? {}, client_key: row.client_key, files };
    },

    async save(viewer, { place, draft }) {
      const own = { userId: viewer.id, place };
      if (draft === null) return store.removeDraft(db.q, own);
      const { client_key: clientKey, file_ids: fileIds, ...mail } = draft;
      await db.transaction(async (tx) => {
        // The mail may already be sent: a late save of its draft is dropped.
        await lockClientKey(tx.q, viewer.id, clientKey);
        if (await tickets.findOpened(tx.q, viewer, clientKey)) return store.removeDraft(tx.q, own);
        await store.saveMailDraft(tx.q, { ...own, clientKey, mail, fileIds, now: clock.now() });
      });
    },
  };
}
