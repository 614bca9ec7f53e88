import type {
  ActivityCode,
  BodyOf,
  changeEmail,
  CurrentUser,
  Language,
  listSessions,
  ModuleCode,
  ResponseOf,
  updateUser,
  UserLevel,
} from '@trunkline/contract';
import type { Viewer } from '#platform/access';
import type { Query, Tx } from '#platform/db';
import { AppError, found } from '#platform/errors';
import { createPrivateHosts } from '#platform/network/private-hosts';
import type { Platform } from '#platform/platform';
import { listExpired, type Settings } from '#modules/settings';
import { createSignInAttempts } from './attempt-service.ts';
import { createInvitations, type AccountInvitations } from './invitation-service.ts';
import { createApiKeys, type ApiKeys } from './key-service.ts';
import { createKnownBrowsers } from './known-browsers.ts';
import { providersInDepartmentMerge } from './providers/department-merge.ts';
import { createLevels, type Levels } from './level-service.ts';
import { accountMailTexts } from './mails.ts';
import { createPasskeys, type Passkeys } from './passkeys/passkey-service.ts';
import { createPasswordService, type Passwords } from './password-service.ts';
import { isPassword } from './passwords.ts';
import { createOidcClient } from './providers/oidc-client.ts';
import { createProviderLogout } from './providers/provider-logout.ts';
import { createProviderSignIn, type ProviderSignIn } from './providers/provider-sign-in-service.ts';
import { createProviders, type Providers } from './providers/providers-service.ts';
import * as rights from './rights.ts';
import { findWidestLevel, hasAccount } from './rights-store.ts';
import { createSecondFactors, type SecondFactors } from './second-factor/second-factor-service.ts';
import { createSeeing, type Seeing } from './seeing/seeing-service.ts';
import { removeOldChallenges } from './sign-in/challenge-store.ts';
import type { EndSessions } from './sign-in/session-end.ts';
import { createSignIn, type SignIn } from './sign-in/sign-in-service.ts';
import * as store from './store.ts';
import { createViewers, type Viewers } from './viewer.ts';
import type { DeviceCookie } from './known-browsers.ts';

type Sessions = ResponseOf<typeof listSessions>['data'];
type Permission = `${ModuleCode}:${ActivityCode}`;

/** A user's account, without credentials. */
type Account = {
  id: number;
  username: string;
  fullname: string;
  email: string | null;
  user_level_id: number;
  is_monitoring: boolean;
  password_exp_date: string | null;
  extension: string;
  language: Language;
  theme: CurrentUser['theme'];
  sounds: Record<string, number>;
};

/** Sessions, and everything that begins one. @throws AppError `not_found` for an unknown id */
type AuthSessions = Pick<SignIn, 'logIn' | 'finish' | 'useLink'> & {
  /** Returns the URL that ends the session of the provider that began this one, if any. */
  logOut(viewer: Viewer): Promise<string | undefined>;
  listSessions(viewer: Viewer): Promise<Sessions>;
  listSessionsOf(viewer: Viewer, userId: number): Promise<Sessions>;
  revokeSession(viewer: Viewer, id: number): Promise<void>;
  revokeSessionOf(viewer: Viewer, userId: number, id: number): Promise<void>;
  /** Ends everything of this user except the viewer's own session. */
  signOutEverywhere(viewer: Viewer, userId: number, also: { api_keys: boolean }): Promise<void>;
  /** Returns which of these sessions have expired, so that their sockets can be closed. */
  listEndedSessions(ids: readonly number[]): Promise<number[]>;
  /**
   * Ends all access of this user for good: sessions, API keys, links in mails, and known browsers. Call inside a transaction.
   */
  endAccess(tx: Tx, viewer: Viewer, userId: number): Promise<void>;
  /** Ends every session of a user; API keys stay valid. */
  signOut(tx: Tx, userId: number): Promise<void>;
  /** Ends the links that were mailed so far. */
  endLinks(tx: Tx, userId: number): Promise<void>;
  /** How many sessions and API keys would end. */
  countAccess(q: Query, userId: number): Promise<{ sessions: number; api_keys: number }>;
  /** The device cookie after a user has signed in. */
  rememberBrowser(cookie: string | undefined, userId: number): DeviceCookie;
  /** Any id of the browser, for counting requests. */
  anyBrowserId(cookie: string | undefined): string | undefined;
  /** Back-channel logout: ends the sessions that a provider ends. @throws AppError `bad_request` for an invalid token */
  endByProvider(providerId: number, body: unknown): Promise<void>;
};

/** Accounts: looking them up, and users' changes of their own. */
type AuthAccounts = {
  /** @throws AppError `not_found` */
  user(id: number): Promise<Account>;
  /** One's own role; others require the permission to see users (`forbidden`). */
  level(viewer: Viewer, id: number): Promise<UserLevel>;
  /** The names of users with that permission, to ask for help. */
  namesWith(permission: Permission): Promise<string[]>;
  listWith(permission: Permission): Promise<{ id: number; fullname: string }[]>;
  /** Whether there is an active account, whatever it signs in with. */
  isAnybodyThere(q: Query): Promise<boolean>;
  /** The role for the user who sets up the workspace. */
  administratorLevel(q: Query): Promise<number>;
  updateProfile(viewer: Viewer, change: BodyOf<typeof updateUser>): Promise<void>;
  /**
   * Requires the password (`wrong_credentials`), so that an unattended screen does not suffice, and notifies the old address.
   */
  changeEmail(viewer: Viewer, body: BodyOf<typeof changeEmail>): Promise<void>;
};

/** Authentication and permissions, with a named part for each way to sign in. */
export type Auth = Passwords &
  Viewers &
  AuthSessions &
  AuthAccounts & {
    passkeys: Passkeys;
    /** Configuration of sign-in providers. */
    providers: Providers;
    byProvider: ProviderSignIn;
    secondFactors: SecondFactors;
    keys: ApiKeys;
    levels: Levels;
    /** Checks for code that changes permissions or ways to sign in. */
    rights: typeof rights;
    invitations: AccountInvitations;
    seeing: Seeing;
  };

type Deps = Platform & {
  settings: Settings;
  /** Hosts of the private network on which sign-in providers are. */
  oidcPrivateHosts: readonly string[];
};

export function createAuth(platform: Deps): Auth {
  const { db, clock, jobs, notices, secrets, settings } = platform;
  const viewers = createViewers(platform);
  const browsers = createKnownBrowsers(platform);
  const keys = createApiKeys(platform);
  const levels = createLevels(platform);
  const attempts = createSignInAttempts({ db, clock, browsers });

  /** Ends sessions now: their next request is refused, and their sockets are closed. */
  const endSessions: EndSessions = async (tx, userId, which, reason) => {
    const ids = await store.revokeSessions(tx.q, userId, which, clock.now());
    if (ids.length > 0) tx.afterCommit(() => notices.send('session-ended', { ids, user_id: userId, reason }));
  };

  const passwords = createPasswordService({ ...platform, endSessions });
  const invitations = createInvitations(platform);
  const { resetCodeAttempts: forgiveCodes } = attempts;
  const secondFactors = createSecondFactors({ ...platform, endSessions, resetCodeAttempts: forgiveCodes });
  const signIn = createSignIn({ ...platform, attempts, browsers, secondFactors });
  const oidc = createOidcClient({ clock, opened: createPrivateHosts(platform.oidcPrivateHosts) });
  const providers = createProviders({ ...platform, endSessions, oidc });
  const byProvider = createProviderSignIn({ ...platform, providers, oidc, signIn });

  async function sessionsOf(
    viewer: Viewer,
    userId: number,
  ): Promise<ResponseOf<typeof listSessions>['data']> {
    const rows = await store.listSessions(db.q, userId, clock.now());
    return rows.map((row) => ({ ...row, current: row.id === viewer.sessionId }));
  }

  const auditAccess = (tx: Tx, viewer: Viewer, { action, ...details }: { action: string; session: number }) =>
    settings.audit(tx.q, { viewer, action, subject: `user ${viewer.id}`, details });

  const auditProfile = (tx: Tx, viewer: Viewer, details: object) =>
    settings.audit(tx.q, {
      viewer,
      action: 'profile.changed',
      subject: `user ${viewer.id}`,
      details,
    });

  settings.departments.register(providersInDepartmentMerge);
  settings.retention.register('sign_ins', listExpired('sessions', 'expires_at'));
  settings.retention.register('sign_ins', listExpired('login_failures', 'last_failure_at'));
  jobs.define('auth:remove-old', async () => {
    await store.removeOldResets(db.q, new Date(clock.now().getTime() - 30 * 86_400_000));
    await removeOldChallenges(db.q, clock.now());
  });
  jobs.schedule('auth:remove-old', '17 3 * * *');

  return {
    ...passwords,
    logIn: signIn.logIn,
    finish: signIn.finish,
    useLink: signIn.useLink,
    passkeys: createPasskeys({ ...platform, signIn }),
    providers,
    byProvider,
    endByProvider: createProviderLogout({ ...platform, providers, oidc, endSessions }),
    secondFactors,
    keys,
    levels,
    rights,
    invitations,
    seeing: createSeeing({ ...platform, viewers }),
    viewer: viewers.viewer,
    renewed: viewers.renewed,
    viewerOf: viewers.viewerOf,
    socketViewer: viewers.socketViewer,
    socketToken: viewers.socketToken,

    rememberBrowser: browsers.remember,
    anyBrowserId: browsers.anyId,

    async logOut(viewer) {
      const url = await byProvider.endSessionUrl(viewer, secrets.decrypt);
      await db.transaction(async (tx) => {
        const own = { ...viewer, id: viewer.seenBy?.id ?? viewer.id };
        await endSessions(tx, own.id, { only: viewer.sessionId }, 'signed-out');
        await auditAccess(tx, own, { action: 'sign_in.ended', session: viewer.sessionId });
      });
      return url;
    },

    listSessions: (viewer) => sessionsOf(viewer, viewer.id),

    listSessionsOf: sessionsOf,

    async revokeSession(viewer, id) {
      const own = await store.listSessions(db.q, viewer.id, clock.now());
      found(own.find((session) => session.id === id));
      await db.transaction(async (tx) => {
        await endSessions(tx, viewer.id, { only: id }, 'revoked');
        await auditAccess(tx, viewer, { action: 'session.revoked', session: id });
      });
    },

    async revokeSessionOf(viewer, userId, id) {
      found((await sessionsOf(viewer, userId)).find((session) => session.id === id));
      await db.transaction(async (tx) => {
        await demandMayEndAccess(tx, viewer, userId);
        await endSessions(tx, userId, { only: id }, 'revoked');
        const [action, subject] = ['session.revoked', `user ${userId}`];
        await settings.audit(tx.q, { viewer, action, subject, details: { session: id } });
      });
    },

    async endAccess(tx, viewer, userId) {
      await endSessions(tx, userId, {}, 'revoked');
      await keys.endAll(tx, viewer, userId);
      await invitations.withdraw(tx, userId);
      await store.endResets(tx.q, userId, clock.now());
      await store.forgetBrowsers(tx.q, userId, clock.now());
    },

    signOut: (tx, userId) => endSessions(tx, userId, {}, 'revoked'),
    endLinks: (tx, userId) => store.endResets(tx.q, userId, clock.now()),

    countAccess: (q, userId) => store.countSessionsAndKeys(q, userId, clock.now()),

    async signOutEverywhere(viewer, userId, { api_keys: withKeys }) {
      const which = userId === viewer.id ? { except: viewer.sessionId } : {};
      await db.transaction(async (tx) => {
        await demandMayEndAccess(tx, viewer, userId);
        await endSessions(tx, userId, which, 'revoked');
        await store.forgetBrowsers(tx.q, userId, clock.now());
        if (withKeys) await keys.endAll(tx, viewer, userId);
        const [action, subject] = ['sessions.revoked', `user ${userId}`];
        await settings.audit(tx.q, { viewer, action, subject, details: { api_keys: withKeys } });
      });
    },

    listEndedSessions: (ids) => store.listEndedSessions(db.q, ids, clock.now()),

    async level(viewer, id) {
      if (id !== viewer.levelId && !viewer.codes.has('USERS:VIEW'))
        throw new AppError('forbidden', { needed: 'USERS:VIEW' });
      const { name, modules } = found(await store.findLevel(db.q, id));
      return { id, name, modules };
    },

    user: async (id) => found(await store.findUser(db.q, { id })),
    namesWith: async (permission) =>
      (await store.listUsersWithPermission(db.q, permission.split(':'))).map(({ fullname }) => fullname),
    listWith: (permission) => store.listUsersWithPermission(db.q, permission.split(':')),
    isAnybodyThere: hasAccount,
    administratorLevel: async (q) => found(await findWidestLevel(q)),

    async updateProfile(viewer, change) {
      const { fullname } = change;
      await db.transaction(async (tx) => {
        const before = found(await store.findUser(tx.q, { id: viewer.id })).fullname;
        await store.updateProfile(tx.q, viewer.id, change);
        if (fullname !== undefined && fullname !== before)
          await auditProfile(tx, viewer, { before: { fullname: before }, after: { fullname } });
      });
    },

    async changeEmail(viewer, body) {
      const { email } = body;
      const user = found(await store.findUser(db.q, { id: viewer.id }));
      if (!(await isPassword(user.password_hash, body.current_password)))
        throw new AppError('wrong_credentials');
      const canMail = await settings.mail.isConfigured();
      await db.transaction(async (tx) => {
        await store.updateProfile(tx.q, viewer.id, { email });
        // Ends links that were mailed to the old address.
        await store.endResets(tx.q, viewer.id, clock.now());
        await auditProfile(tx, viewer, { before: { email: user.email }, after: { email } });
        if (user.email && email !== user.email && canMail)
          await tx.enqueue('mail:send', {
            to: user.email,
            ...accountMailTexts(user.language).moved(user.fullname, email),
          });
      });
    },
  };
}

/** Nobody signs out, or takes keys from, a user with more permissions than they hold; oneself always. Throws `not_grantable`. */
async function demandMayEndAccess(tx: Tx, viewer: Viewer, userId: number): Promise<void> {
  const user = found(await store.findUser(tx.q, { id: userId }));
  if (userId !== viewer.id) await rights.demandGrantableLevel(tx, viewer, user.user_level_id);
}
