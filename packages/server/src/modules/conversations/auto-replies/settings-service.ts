import {
  limitReplyKinds,
  SUGGESTED_REPLIES,
  type AutoReplyAccount,
  type AutoReplyKind,
  type BodyOf,
  type MediaId,
  type updateAutoReplies,
} from '@trunkline/contract';
import type { Viewer } from '#platform/access';
import type { Query } from '#platform/db';
import { auditedChange } from '#platform/audit';
import { AppError, found } from '#platform/errors';
import type { Platform } from '#platform/platform';
import type { Settings } from '#modules/settings';
import * as store from './store.ts';

type Deps = Pick<Platform, 'db' | 'clock'> & {
  settings: Pick<Settings, 'audit'>;
  /** The media on which automatic replies can be sent. */
  mediaIds: () => MediaId[];
  kindsOf: (row: { media_id: MediaId }) => readonly AutoReplyKind[];
};

/** Automatic replies of accounts, as their page in the settings shows them. */
export function createAutoReplySettings({ db, clock, settings, mediaIds, kindsOf }: Deps) {
  async function read(q: Query, only: number | null): Promise<AutoReplyAccount[]> {
    const rows = await store.listAccounts(q, mediaIds(), only);
    return rows.map((row) => {
      const kinds = [...kindsOf(row)];
      return { ...row, kinds, replies: limitReplyKinds(row.replies ?? SUGGESTED_REPLIES, kinds) };
    });
  }

  return {
    list: (): Promise<AutoReplyAccount[]> => read(db.q, null),

    update: (
      viewer: Viewer,
      id: number,
      { version, replies: wanted }: BodyOf<typeof updateAutoReplies>,
    ): Promise<AutoReplyAccount> =>
      db.transaction(async (tx) => {
        const { kinds, replies: before } = found((await read(tx.q, id))[0]);
        const replies = limitReplyKinds(wanted, kinds);
        const isKept = await store.saveReplies(tx.q, { id, version, replies, now: clock.now() });
        // Read again after saving: where somebody else has saved meanwhile, the caller gets their version.
        const account = found((await read(tx.q, id))[0]);
        if (!isKept) throw new AppError('stale', { current: account });
        await settings.audit(tx.q, {
          viewer,
          action: 'auto-replies.changed',
          subject: `account ${id}`,
          details: auditedChange({ replies: before }, { replies: account.replies }) ?? {},
        });
        tx.emit('settings-changed', { part: 'auto-replies' }, ['everyone']);
        return account;
      }),
  };
}
