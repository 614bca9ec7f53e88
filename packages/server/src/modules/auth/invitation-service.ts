import { INVITATION_DAYS } from '@trunkline/contract';
import type { Tx } from '#platform/db';
import type { Platform } from '#platform/platform';
import { hashToken, randomToken } from '#platform/secrets';
import type { Settings } from '#modules/settings';
import { accountMailTexts } from './mails.ts';
import * as store from './store.ts';

const LIVES_MS = INVITATION_DAYS * 86_400_000;
/** How many jobs are enqueued per statement. */
const AT_ONCE = 500;

type InvitationMail = { user_id: number; expires_at: string };
type InvitationsSent = { user_ids: number[]; expires_at: string };
type Deps = Pick<Platform, 'db' | 'clock' | 'jobs' | 'publicUrl'> & { settings: Settings };

/** Links by which new users choose their first password, each valid for `INVITATION_DAYS`. Call inside a transaction. */
export type AccountInvitations = {
  /** Invites these users, or again: earlier links end. */
  invite(tx: Tx, userIds: readonly number[]): Promise<void>;
  withdraw(tx: Tx, userId: number): Promise<void>;
};

/** A link is used up by choosing a password, not by being opened, since mail scanners open links before people do. */
export function createInvitations({ db, clock, jobs, publicUrl, settings }: Deps): AccountInvitations {
  /** Not sent if the invitation was withdrawn meanwhile, or renewed. */
  jobs.define<InvitationMail>('auth:mail-invitation', async ({ user_id: id, expires_at: expires }) => {
    if (new Date(expires) <= clock.now()) return;
    const token = randomToken();
    const user = await db.transaction(async (tx) => {
      const invited = await store.lockInvited(tx.q, id, expires);
      if (!invited) return undefined;
      await store.endResets(tx.q, id, clock.now(), 'invitation');
      const link = { user_id: id, token_hash: hashToken(token), expires_at: expires };
      await store.insertReset(tx.q, { ...link, kind: 'invitation' });
      return invited;
    });
    if (!user?.email) return;
    const { organisation } = await settings.config();
    const link = `${publicUrl()}/reset?token=${token}`;
    const to = { name: user.fullname, username: user.username, organisation, link };
    await settings.mail.send({ to: user.email, ...accountMailTexts(user.language).invitation(to) });
  });

  jobs.define<InvitationsSent>('auth:mail-invitations', ({ user_ids: ids, expires_at }) =>
    db.transaction(async (tx) => {
      for (const user_id of ids) await tx.enqueue('auth:mail-invitation', { user_id, expires_at });
    }),
  );

  return {
    async invite(tx, userIds) {
      const now = clock.now();
      const expiresAt = new Date(now.getTime() + LIVES_MS);
      await store.setInvitation(tx.q, userIds, { invited_at: now, invitation_expires_at: expiresAt });
      await store.endResets(tx.q, userIds, now, 'invitation');
      for (let at = 0; at < userIds.length; at += AT_ONCE) {
        const some: InvitationsSent = {
          user_ids: userIds.slice(at, at + AT_ONCE),
          expires_at: expiresAt.toISOString(),
        };
        await tx.enqueue('auth:mail-invitations', some);
      }
    },

    async withdraw(tx, userId) {
      await store.setInvitation(tx.q, [userId], { invited_at: null, invitation_expires_at: null });
      await store.endResets(tx.q, userId, clock.now(), 'invitation');
    },
  };
}
