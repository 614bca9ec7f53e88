import type { BodyOf, changePassword, resetPassword } from '@trunkline/contract';
import type { RequestSource, Viewer } from '#platform/access';
import type { Tx } from '#platform/db';
import { AppError, found } from '#platform/errors';
import type { Platform } from '#platform/platform';
import { hashToken, randomToken } from '#platform/secrets';
import type { Settings } from '#modules/settings';
import { accountMailTexts } from './mails.ts';
import { demandStrong, hashPassword, isPassword, temporaryPassword } from './passwords.ts';
import { demandGrantableLevel } from './rights.ts';
import type { EndSessions } from './sign-in/session-end.ts';
import * as store from './store.ts';

const RESET_LINK_MS = 60 * 60_000;
/** Limit of reset links to one account, so that nobody can fill a user's mailbox. */
const RESET_LINKS_AN_HOUR = 3;

type ResetRequest = { username: string; expires_at: string };
type ResetMail = { user_id: number; expires_at: string };

type Deps = Platform & {
  settings: Settings;
  endSessions: EndSessions;
};

/**
 * Changing and resetting passwords. Every way ends the sessions of the old password. @throws AppError `weak_password`: too
 * short or easily guessed; `not_grantable`: their role has more permissions than one's own
 */
export type Passwords = {
  /** @throws AppError `wrong_credentials` for a wrong current password */
  changePassword(viewer: Viewer, body: BodyOf<typeof changePassword>): Promise<void>;
  /** For a user without a password, who chooses it themselves. Call inside a transaction. */
  setFirstPassword(tx: Tx, user: { id: number; username: string }, password: string): Promise<void>;
  /** False without a mail server. */
  canReset(): Promise<boolean>;
  /**
   * Does not reveal whether the user exists, not even by its duration: everything that depends on it is done by a job. @throws
   * AppError `mail_not_configured`
   */
  requestReset(username: string): Promise<void>;
  /** An administrator has a link sent, which only the user gets. @throws AppError `conflict` where they have no address */
  sendLink(viewer: Viewer, userId: number): Promise<void>;
  /** Sets a password by the token of a link, once (`not_found`). Returns the user's id. */
  resetPassword(body: BodyOf<typeof resetPassword>, from: RequestSource): Promise<number>;
  /** Returns a new password, which has expired already, so that it must be changed at the first sign-in. */
  resetByAdministrator(viewer: Viewer, userId: number): Promise<string>;
};

/** See `Passwords`. */
export function createPasswordService({
  db,
  clock,
  jobs,
  log,
  publicUrl,
  settings,
  endSessions,
}: Deps): Passwords {
  async function expiry(): Promise<Date | null> {
    const days = (await settings.config()).password_max_age_days;
    return days === 0 ? null : new Date(clock.now().getTime() + days * 86_400_000);
  }

  async function prepare(username: string, password: string): Promise<string> {
    demandStrong(password, username, (await settings.config()).password_min_length);
    return hashPassword(password);
  }

  /** Also ends links that were sent before, and forgets known browsers and addresses. */
  async function setPassword(tx: Tx, userId: number, hash: string, expires: Date | null): Promise<void> {
    await store.setPassword(tx.q, userId, hash, expires);
    await store.endResets(tx.q, userId, clock.now());
    await store.forgetBrowsers(tx.q, userId, clock.now());
  }

  /**
   * The token is created when the mail is sent, so that it only exists in the mail: we store a hash. Running twice after a
   * crash sends two links, of which the last is valid. Not sent once its hour is over.
   */
  jobs.define<ResetMail>('auth:mail-reset', async ({ user_id: id, expires_at }) => {
    const expiresAt = new Date(expires_at);
    const user = await store.findUser(db.q, { id });
    if (!user?.email || !user.is_active || expiresAt <= clock.now()) return;
    const token = randomToken();
    await db.transaction(async (tx) => {
      await store.endResets(tx.q, id, clock.now(), 'reset');
      await store.insertReset(tx.q, {
        user_id: id,
        token_hash: hashToken(token),
        expires_at: expiresAt,
        kind: 'reset',
      });
    });
    const link = `${publicUrl()}/reset?token=${token}`;
    await settings.mail.send({
      to: user.email,
      ...accountMailTexts(user.language).reset(user.fullname, link),
    });
  });

  jobs.define<ResetRequest>('auth:request-reset', async ({ username, expires_at }) => {
    const user = await store.findUser(db.q, { username });
    if (!user?.email || !user.is_active || !(await settings.mail.isConfigured())) {
      log.info('a password reset was asked for that cannot be sent');
      return;
    }
    const job: ResetMail = { user_id: user.id, expires_at };
    const limit = { now: clock.now(), most: RESET_LINKS_AN_HOUR };
    await db.transaction(async (tx) => {
      if (await store.countResetLink(tx.q, user.id, limit)) await tx.enqueue('auth:mail-reset', job);
      else log.info('a password reset was asked for too often to be sent');
    });
  });

  return {
    async changePassword(viewer, body) {
      const user = found(await store.findUser(db.q, { id: viewer.id }));
      if (!(await isPassword(user.password_hash, body.current_password)))
        throw new AppError('wrong_credentials');
      if (body.new_password === body.current_password)
        throw new AppError('weak_password', { reason: 'same_as_before' });
      const hash = await prepare(user.username, body.new_password);
      const expires = await expiry();
      await db.transaction(async (tx) => {
        await setPassword(tx, user.id, hash, expires);
        await settings.audit(tx.q, { viewer, action: 'password.changed', subject: `user ${user.id}` });
        await endSessions(tx, user.id, { except: viewer.sessionId }, 'revoked');
        if (!body.keep_session) await endSessions(tx, user.id, { only: viewer.sessionId }, 'signed-out');
      });
    },

    async setFirstPassword(tx, { id, username }, password) {
      await setPassword(tx, id, await prepare(username, password), await expiry());
    },

    canReset: () => settings.mail.isConfigured(),

    async requestReset(username) {
      if (!(await settings.mail.isConfigured())) throw new AppError('mail_not_configured');
      const expiresAt = new Date(clock.now().getTime() + RESET_LINK_MS);
      const job: ResetRequest = { username, expires_at: expiresAt.toISOString() };
      await db.transaction((tx) => tx.enqueue('auth:request-reset', job));
    },

    async sendLink(viewer, userId) {
      if (!(await settings.mail.isConfigured())) throw new AppError('mail_not_configured');
      const expiresAt = new Date(clock.now().getTime() + RESET_LINK_MS);
      const job: ResetMail = { user_id: userId, expires_at: expiresAt.toISOString() };
      await db.transaction(async (tx) => {
        const user = found(await store.findUser(tx.q, { id: userId }));
        if (!user.is_active || !user.email) throw new AppError('conflict', { reason: 'no_address' });
        await demandGrantableLevel(tx, viewer, user.user_level_id);
        await tx.enqueue('auth:mail-reset', job);
        await settings.audit(tx.q, { viewer, action: 'password.link_sent', subject: `user ${userId}` });
      });
    },

    async resetPassword({ token, new_password: password }, from) {
      const expires = await expiry();
      return db.transaction(async (tx) => {
        const userId = await store.useReset(tx.q, hashToken(token), clock.now());
        const user = userId && (await store.findUser(tx.q, { id: userId }));
        if (!user || !user.is_active) throw new AppError('not_found', { reason: 'link_used' });
        await setPassword(tx, user.id, await prepare(user.username, password), expires);
        await endSessions(tx, user.id, {}, 'revoked');
        await settings.audit(tx.q, {
          viewer: { id: user.id, from },
          action: 'password.set_by_link',
          subject: `user ${user.id}`,
        });
        return user.id;
      });
    },

    async resetByAdministrator(viewer, userId) {
      const user = found(await store.findUser(db.q, { id: userId }));
      const password = temporaryPassword();
      const hash = await hashPassword(password);
      await db.transaction(async (tx) => {
        // The administrator who sees the password could sign in with it.
        await demandGrantableLevel(tx, viewer, user.user_level_id);
        await setPassword(tx, user.id, hash, clock.now());
        await endSessions(tx, user.id, {}, 'revoked');
        await settings.audit(tx.q, {
          viewer,
          action: 'password.reset',
          subject: `user ${user.id}`,
        });
      });
      return password;
    },
  };
}
