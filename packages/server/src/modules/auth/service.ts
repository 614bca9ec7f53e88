import type {
  ActivityCode,
  BodyOf,
  changeEmail,
  listSessions,
  login,
  ModuleCode,
  ResponseOf,
  updateUser,
  UserLevel,
} from '@trunkline/contract';
import type { Viewer } from '#platform/access';
import type { Query, Tx } from '#platform/db';
import { AppError, found } from '#platform/errors';
import type { Platform } from '#platform/platform';
import { hashToken } from '#platform/secrets';
import type { Settings } from '#modules/settings';
import { createAttempts } from './attempt-service.ts';
import { createInvitations } from './invitation-service.ts';
import { createKeys } from './key-service.ts';
import { createKnownBrowsers, type DeviceCookie } from './known-browsers.ts';
import { createLevels } from './level-service.ts';
import { mailsIn } from './mails.ts';
import { createPasswordService, type EndReason } from './password-service.ts';
import { isPassword, spendVerifyTime } from './passwords.ts';
import * as rights from './rights.ts';
import { findWidestLevel, hasAccount } from './rights-store.ts';
import * as store from './store.ts';
import { createViewers } from './viewer.ts';

export type Auth = ReturnType<typeof createAuth>;
export type Caller = { address: string; userAgent: string; deviceCookie?: string | undefined };

export function createAuth(platform: Platform & { settings: Settings }) {
  const { db, clock, jobs, notices, secrets, settings } = platform;
  const viewers = createViewers(platform);
  const browsers = createKnownBrowsers(platform);
  const keys = createKeys(platform);
  const levels = createLevels(platform);
  const attempts = createAttempts({ db, clock, browsers });

  /** Ends sessions now: their next request is refused and their sockets are closed. */
  async function endSessions(
    tx: Tx,
    userId: number,
    which: { only?: number; except?: number },
    reason: EndReason,
  ): Promise<void> {
    const ids = await store.revokeSessions(tx.q, userId, which, clock.now());
    if (ids.length > 0) tx.afterCommit(() => notices.send('session-ended', { ids, user_id: userId, reason }));
  }

  const passwords = createPasswordService({ ...platform, endSessions });
  const invitations = createInvitations(platform);

  async function startSession(userId: number, caller: Caller): Promise<{ token: string; expiresAt: Date }> {
    const now = clock.now();
    const token = secrets.issueToken();
    const expiresAt = new Date(now.getTime() + (await settings.config()).session_hours * 3_600_000);
    await store.insertSession(db.q, {
      user_id: userId,
      token_hash: hashToken(token),
      expires_at: expiresAt,
      address: caller.address,
      user_agent: caller.userAgent.slice(0, 300),
      created_at: now,
    });
    return { token, expiresAt };
  }

  async function sessionsOf(
    viewer: Viewer,
    userId: number,
  ): Promise<ResponseOf<typeof listSessions>['data']> {
    const rows = await store.listSessions(db.q, userId, clock.now());
    return rows.map((row) => ({ ...row, current: row.id === viewer.sessionId }));
  }

  const auditProfile = (tx: Tx, viewer: Viewer, details: object) =>
    settings.audit(tx.q, {
      viewer,
      action: 'profile.changed',
      subject: `user ${viewer.id}`,
      details,
    });

  jobs.define('auth:remove-old', async () =>
    store.removeOld(db.q, new Date(clock.now().getTime() - 30 * 86_400_000)),
  );
  jobs.schedule('auth:remove-old', '17 3 * * *');

  return {
    ...passwords,
    keys,
    levels,
    /** Whoever changes what somebody may do, or whether they can sign in, asks these. */
    rights,
    invitations,
    viewer: viewers.viewer,
    renewed: viewers.renewed,
    viewerOf: viewers.viewerOf,
    socketViewer: viewers.socketViewer,
    socketToken: viewers.socketToken,

    async logIn(
      { username, password }: BodyOf<typeof login>,
      caller: Caller,
    ): Promise<{ answer: ResponseOf<typeof login>; expiresAt: Date; device: DeviceCookie }> {
      const user = await store.findUser(db.q, { username });
      const counted = await attempts.countedBy(username, user, caller);
      await attempts.count(counted);
      const matches = user ? await isPassword(user.password_hash, password) : await spendVerifyTime(password);
      if (!user || !matches || !user.is_active) throw new AppError('wrong_credentials');
      await attempts.succeeded(counted);
      const { token, expiresAt } = await startSession(user.id, caller);
      const { id, fullname, user_level_id } = user;
      return {
        answer: { token, data: { id, fullname, user_level_id, is_monitoring: user.is_monitoring ? 1 : 0 } },
        expiresAt,
        device: browsers.remember(caller.deviceCookie, id),
      };
    },

    /** The device cookie after somebody has proven who they are. */
    rememberBrowser: browsers.remember,
    anyBrowserId: browsers.anyId,

    logOut: (viewer: Viewer): Promise<void> =>
      db.transaction((tx) => endSessions(tx, viewer.id, { only: viewer.sessionId }, 'signed-out')),

    listSessions: (viewer: Viewer) => sessionsOf(viewer, viewer.id),

    listSessionsOf: sessionsOf,

    async revokeSession(viewer: Viewer, id: number): Promise<void> {
      const own = await store.listSessions(db.q, viewer.id, clock.now());
      found(own.find((session) => session.id === id));
      await db.transaction((tx) => endSessions(tx, viewer.id, { only: id }, 'revoked'));
    },

    async revokeSessionOf(viewer: Viewer, userId: number, id: number): Promise<void> {
      found((await sessionsOf(viewer, userId)).find((session) => session.id === id));
      await db.transaction(async (tx) => {
        await endSessions(tx, userId, { only: id }, 'revoked');
        const [action, subject] = ['session.revoked', `user ${userId}`];
        await settings.audit(tx.q, { viewer, action, subject, details: { session: id } });
      });
    },

    /**
     * Everything that opens something to this person ends for good: sessions, API keys, links of mails, and the browsers
     * that they are known in. Call inside a transaction.
     */
    async endAccess(tx: Tx, viewer: Viewer, userId: number): Promise<void> {
      await endSessions(tx, userId, {}, 'revoked');
      await keys.endAll(tx, viewer, userId);
      await invitations.withdraw(tx, userId);
      await store.endResets(tx.q, userId, clock.now());
      await store.forgetBrowsers(tx.q, userId, clock.now());
    },

    /** What mails have opened so far opens nothing any more. */
    endLinks: (tx: Tx, userId: number) => store.endResets(tx.q, userId, clock.now()),

    /** How many sessions and API keys would end. */
    countAccess: (q: Query, userId: number) => store.countAccess(q, userId, clock.now()),

    /** One's own session goes on; everything else that this person has opened ends. */
    async signOutEverywhere(viewer: Viewer, userId: number, { api_keys: withKeys }: { api_keys: boolean }) {
      found(await store.findUser(db.q, { id: userId }));
      const which = userId === viewer.id ? { except: viewer.sessionId } : {};
      await db.transaction(async (tx) => {
        await endSessions(tx, userId, which, 'revoked');
        await store.forgetBrowsers(tx.q, userId, clock.now());
        if (withKeys) await keys.endAll(tx, viewer, userId);
        const [action, subject] = ['sessions.revoked', `user ${userId}`];
        await settings.audit(tx.q, { viewer, action, subject, details: { api_keys: withKeys } });
      });
    },

    /** The sessions that ended by the clock: their sockets have to be closed. */
    listEndedSessions: (ids: readonly number[]) => store.listEndedSessions(db.q, ids, clock.now()),

    async level(viewer: Viewer, id: number): Promise<UserLevel> {
      if (id !== viewer.levelId && !viewer.codes.has('USERS:VIEW'))
        throw new AppError('forbidden', { needed: 'USERS:VIEW' });
      const { name, modules } = found(await store.findLevel(db.q, id));
      return { id, name, modules };
    },

    user: async (id: number) => found(await store.findUser(db.q, { id })),
    /** Who may do that: whom to ask for it. */
    namesWith: async (permission: `${ModuleCode}:${ActivityCode}`) =>
      (await store.listWith(db.q, permission.split(':'))).map(({ fullname }) => fullname),
    listWith: (permission: `${ModuleCode}:${ActivityCode}`) => store.listWith(db.q, permission.split(':')),
    /** Has anybody an account that works, with whatever they sign in? */
    isAnybodyThere: hasAccount,
    /** The level of whoever sets the workspace up. */
    administratorLevel: async (q: Query): Promise<number> => found(await findWidestLevel(q)),
    departmentIds: (userId: number) => store.listDepartmentIds(db.q, userId),

    async updateProfile(viewer: Viewer, change: BodyOf<typeof updateUser>): Promise<void> {
      const { fullname } = change;
      await db.transaction(async (tx) => {
        await store.updateProfile(tx.q, viewer.id, change);
        if (fullname !== undefined) await auditProfile(tx, viewer, { fullname });
      });
    },

    /** A borrowed screen must not become a stolen account: it takes the password, and the old address is told. */
    async changeEmail(viewer: Viewer, body: BodyOf<typeof changeEmail>): Promise<void> {
      const { email } = body;
      const user = found(await store.findUser(db.q, { id: viewer.id }));
      if (!(await isPassword(user.password_hash, body.current_password)))
        throw new AppError('wrong_credentials');
      const canMail = await settings.mail.isConfigured();
      await db.transaction(async (tx) => {
        await store.updateProfile(tx.q, viewer.id, { email });
        // What was sent to the old address opens nothing any more.
        await store.endResets(tx.q, viewer.id, clock.now());
        await auditProfile(tx, viewer, { email });
        if (user.email && email !== user.email && canMail)
          await tx.enqueue('mail:send', {
            to: user.email,
            ...mailsIn(user.language).moved(user.fullname, email),
          });
      });
    },
  };
}
