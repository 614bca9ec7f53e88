import type { listIdentities, ProviderRefusal, ResponseOf } from '@trunkline/contract';
import type { RequestSource, Viewer } from '#platform/access';
import type { Tx } from '#platform/db';
import { AppError, found } from '#platform/errors';
import type { Platform } from '#platform/platform';
import { inSavepoint } from '#platform/savepoint';
import { hashToken, randomToken } from '#platform/secrets';
import type { Settings } from '#modules/settings';
import { demandSomeoneCanSignIn, emitRightsChanged } from '../rights.ts';
import type { SignInSource, SignedIn, SignIn } from '../sign-in/sign-in-service.ts';
import * as challenges from '../sign-in/challenge-store.ts';
import { findLevel, findUser, listDepartmentIds } from '../store.ts';
import { emailOfClaims, accessFromClaims, type Claims } from './claims.ts';
import { accountFromClaims, createAccount, isAddressInDomains } from './first-sign-in.ts';
import { providerRefusalOf, type AuthorizationAttempt, type OidcClient } from './oidc-client.ts';
import * as store from './provider-store.ts';
import type { Providers } from './providers-service.ts';

/** How long a sign-in at the provider may take. */
const ATTEMPT_MS = 15 * 60_000;
const COOKIE_MS = 24 * 3_600_000;

type Deps = Pick<Platform, 'db' | 'clock' | 'log' | 'notices' | 'publicUrl'> & {
  settings: Settings;
  providers: Providers;
  oidc: OidcClient;
  signIn: SignIn;
};
type PendingSignIn = AuthorizationAttempt & { provider_id: number; browser: string; next: string | null };
type User = NonNullable<Awaited<ReturnType<typeof findUser>>>;
/** The result for a user who comes back from a provider. */
export type ProviderSignInResult =
  | { signedIn: SignedIn; next: string }
  | { challenge: string; next: string }
  | { linked: true }
  | { refused: ProviderRefusal; isLinking: boolean };

class Refused extends Error {
  readonly why: ProviderRefusal;
  constructor(why: ProviderRefusal) {
    super(why);
    this.why = why;
  }
}

/** The URL of the provider, and the cookie for the browser until it comes back. */
type StartedSignIn = { url: string; browser: { value: string; expires: Date } };

/** Signing in by a provider, and linking an account there with the one here. */
export type ProviderSignIn = {
  /**
   * @param next the path to go to afterwards. @throws AppError `not_found`: the provider is inactive; `provider_unreachable`
   */
  start(providerId: number, browser: string | undefined, next?: string): Promise<StartedSignIn>;
  startLinking(viewer: Viewer, providerId: number, browser: string | undefined): Promise<StartedSignIn>;
  /** The result for a user who comes back with this query; a refusal is part of it, not thrown. */
  finish(
    providerId: number,
    search: string,
    by: { browser: string | undefined; caller: SignInSource },
  ): Promise<ProviderSignInResult>;
  /** The active providers for this user; `linked_at`: null where no account is linked. */
  identities(viewer: Viewer): Promise<ResponseOf<typeof listIdentities>['data']>;
  /** @throws AppError `conflict` where it is their only way to sign in */
  unlink(viewer: Viewer, providerId: number): Promise<void>;
  /** The URL that ends the provider's own session for a user who signs out. */
  endSessionUrl(viewer: Viewer, decrypt: (sealed: string) => string): Promise<string | undefined>;
};

export function createProviderSignIn({
  db,
  clock,
  log,
  notices,
  publicUrl,
  settings,
  ...deps
}: Deps): ProviderSignIn {
  const { providers, oidc, signIn } = deps;

  /** Each attempt has its own state, so that two tabs do not disturb each other; it cannot be finished in another browser. */
  async function begin(
    providerId: number,
    {
      browser = randomToken(),
      userId = null,
      next,
    }: { browser?: string | undefined; userId?: number | null; next?: string | undefined },
  ) {
    const row = await store.findProvider(db.q, providerId);
    if (!row?.is_active) throw new AppError('not_found');
    const now = clock.now();
    const { url, ...attempt } = await oidc
      .begin(providers.opened(row), providers.callbackOf(row.id))
      .catch((error: unknown) => {
        log.warn({ err: error, provider: row.id }, 'a sign-in provider cannot be used');
        throw new AppError('provider_unreachable');
      });
    const data = { ...attempt, provider_id: row.id, browser: markOf(browser), next: next ?? null };
    await challenges.insertChallenge(db.q, {
      token_hash: hashToken(attempt.state),
      kind: 'provider',
      user_id: userId,
      data,
      created_at: now,
      expires_at: new Date(now.getTime() + ATTEMPT_MS),
    });
    return { url, browser: { value: browser, expires: new Date(now.getTime() + COOKIE_MS) } };
  }

  /** Issuer and subject identify a user; otherwise only a verified address. */
  async function whoIs(
    tx: Tx,
    row: store.ProviderRow,
    { claims, from }: { claims: Claims & { sub: string }; from: RequestSource },
  ): Promise<User> {
    const identity = { issuer: row.issuer, subject: claims.sub };
    const linked = await store.findIdentity(tx.q, identity);
    if (linked) return found(await findUser(tx.q, { id: linked.user_id }));
    const email = emailOfClaims(claims, row);
    const user = email && (await findOrCreate(tx, row, { email, claims }));
    if (!user) throw new Refused('unknown');
    if (!email.isProven) throw new Refused('unverified');
    if (!user.is_active) throw new Refused('inactive');
    await link(tx, row, { ...identity, userId: user.id, from });
    return user;
  }

  /** The user with that address, or a new one if the provider is set to create accounts. */
  async function findOrCreate(
    tx: Tx,
    row: store.ProviderRow,
    { email, claims }: { email: NonNullable<ReturnType<typeof emailOfClaims>>; claims: Claims },
  ): Promise<User | undefined> {
    const known = await store.findByAddress(tx.q, email.address);
    if (known || !row.creates_accounts || row.new_level_id === null) return known;
    if (!email.isProven) throw new Refused('unverified');
    if (!isAddressInDomains(email.address, row.email_domains)) throw new Refused('domain');
    await store.lockFirstSignIns(tx.q);
    const meanwhile = await store.findByAddress(tx.q, email.address);
    if (meanwhile) return meanwhile;
    const { default_language: usual } = await settings.config();
    const account = accountFromClaims(claims, email.address, usual);
    const user = found(await createAccount(tx, { account, levelId: row.new_level_id }));
    const details = {
      after: { ...account, username: user.username, user_level_id: user.user_level_id },
      provider: row.name,
    };
    const [action, subject] = ['user.created', `user ${user.id}`];
    await settings.audit(tx.q, { viewer: null, job: 'sign-in', action, subject, details });
    tx.emit('settings-changed', { part: 'people' }, ['everyone']);
    tx.afterCommit(() => notices.send('route', null));
    return user;
  }

  async function link(
    tx: Tx,
    row: store.ProviderRow,
    { userId, from, ...identity }: store.ProviderIdentity & { userId: number; from: RequestSource },
  ): Promise<void> {
    const whole = { ...identity, user_id: userId, provider_id: row.id, linked_at: clock.now() };
    if (!(await store.insertIdentity(tx.q, whole))) {
      // Another tab of the same user was faster.
      if ((await store.findIdentity(tx.q, identity))?.user_id === userId) return;
      throw new Refused('taken');
    }
    const details = { provider: row.name };
    const [action, subject] = ['identity.linked', `user ${userId}`];
    await settings.audit(tx.q, { viewer: { id: userId, from }, action, subject, details });
  }

  /** Sets role and departments from the claims; what they do not contain stays. */
  async function applyClaims(tx: Tx, row: store.ProviderRow, user: User, claims: Claims): Promise<void> {
    const rules = row as Parameters<typeof accessFromClaims>[0] & store.ProviderRow;
    const { levelId, departmentIds, missing } = accessFromClaims(rules, claims);
    await noteMissing(tx, row, user, missing);
    const before = {
      user_level_id: user.user_level_id,
      department_ids: await listDepartmentIds(tx.q, user.id),
    };
    const level = levelId !== undefined && levelId !== user.user_level_id && (await findLevel(tx.q, levelId));
    const isLevel = level !== undefined && level !== false && (await tryLevel(tx, user, level.id));
    const areOther = departmentIds !== undefined && !isSame(departmentIds, before.department_ids);
    if (areOther) await store.setDepartments(tx.q, user.id, departmentIds);
    if (!isLevel && !areOther) return;
    const after = {
      ...(isLevel && { user_level_id: levelId }),
      ...(areOther && { department_ids: departmentIds }),
    };
    const details = { before, after, provider: row.name };
    await settings.audit(tx.q, {
      viewer: null,
      job: 'sign-in',
      action: 'user.changed',
      subject: `user ${user.id}`,
      details,
    });
    emitRightsChanged(tx, { userId: user.id });
    tx.emit('settings-changed', { part: 'people' }, ['everyone']);
    tx.afterCommit(() => {
      notices.send('user-changed', { id: user.id });
      notices.send('route', null);
    });
  }

  /** Sets the role unless that would lock the last administrator out. */
  async function tryLevel(tx: Tx, user: User, levelId: number): Promise<boolean> {
    try {
      await inSavepoint(tx, async (part) => {
        await store.setLevel(part.q, user.id, levelId);
        await demandSomeoneCanSignIn(part, [user.user_level_id]);
      });
      return true;
    } catch (error) {
      if (!(error instanceof AppError && error.code === 'last_administrator')) throw error;
      log.warn({ user: user.id }, 'a provider would have taken the last way in');
      return false;
    }
  }

  async function noteMissing(tx: Tx, row: store.ProviderRow, user: User, missing: string[]): Promise<void> {
    await store.setMissingClaims(tx.q, row.id, missing, clock.now());
    if (missing.length === 0) return;
    const details = { claims: missing, user: user.id };
    const [action, subject] = ['provider.claim_missing', `provider ${row.id}`];
    await settings.audit(tx.q, { viewer: null, job: 'sign-in', action, subject, details });
    tx.emit('settings-changed', { part: 'providers' }, ['everyone']);
  }

  async function consumeAttempt(providerId: number, state: string | null, browser: string | undefined) {
    const now = clock.now();
    const row = await challenges.consumeChallenge(db.q, 'provider', hashToken(state ?? ''), now);
    const waiting = row?.data as PendingSignIn | undefined;
    const isOwn = waiting?.provider_id === providerId && waiting.browser === markOf(browser ?? '');
    return row && waiting && isOwn ? { ...waiting, userId: row.user_id } : undefined;
  }

  return {
    start: (providerId, browser, next) =>
      begin(providerId, { browser, next: isOwnPath(next) ? next : undefined }),

    startLinking: (viewer, providerId, browser) => begin(providerId, { browser, userId: viewer.id }),

    async finish(providerId, search, { browser, caller }) {
      const state = new URLSearchParams(search).get('state');
      const waiting = await consumeAttempt(providerId, state, browser);
      const row = await store.findProvider(db.q, providerId);
      if (!waiting || !row?.is_active) return { refused: 'expired', isLinking: false };
      const isLinking = waiting.userId !== null;
      try {
        // The public URL and not that of the proxy, since the provider compares it.
        const url = new URL(`${providers.callbackOf(row.id)}${search}`);
        const { claims, idToken } = await oidc
          .finish(providers.opened(row), url, waiting)
          .catch((error: unknown) => {
            log.warn({ err: error, provider: row.id }, 'the answer of a sign-in provider was not taken');
            throw new Refused(providerRefusalOf(error));
          });
        if (waiting.userId !== null) {
          const userId = waiting.userId;
          const identity = { issuer: row.issuer, subject: claims.sub };
          const own = await findUser(db.q, { id: userId });
          if (!own?.is_active) throw new Refused('inactive');
          await db.transaction((tx) => link(tx, row, { ...identity, userId, from: caller.from }));
          return { linked: true };
        }
        const user = await db.transaction(async (tx) => {
          const known = await whoIs(tx, row, { claims, from: caller.from });
          if (!known.is_active) throw new Refused('inactive');
          await applyClaims(tx, row, known, claims);
          return found(await findUser(tx.q, { id: known.id }));
        });
        const sid = typeof claims['sid'] === 'string' ? claims['sid'] : null;
        const provider = { id: row.id, subject: claims.sub, sid, idToken };
        const next = waiting.next ?? '/';
        const admitted = await signIn.admit(user, caller, { provider, isTwoFactor: row.is_two_factor });
        return 'challenge' in admitted
          ? { challenge: admitted.challenge, next }
          : { signedIn: admitted, next };
      } catch (error) {
        if (error instanceof Refused) return { refused: error.why, isLinking };
        throw error;
      }
    },

    identities: (viewer) => store.listIdentities(db.q, viewer.id),

    unlink: (viewer, providerId) =>
      db.transaction(async (tx) => {
        const user = found(await findUser(tx.q, { id: viewer.id }));
        if (!(await store.unlinkSignIn(tx.q, viewer.id, providerId))) throw new AppError('not_found');
        const others = await store.listIdentities(tx.q, viewer.id);
        if (user.password_hash === '' && !others.some(({ linked_at: at }) => at !== null))
          throw new AppError('conflict', { reason: 'only_sign_in' });
        await demandSomeoneCanSignIn(tx, [user.user_level_id]);
        const [action, subject] = ['identity.unlinked', `user ${viewer.id}`];
        await settings.audit(tx.q, { viewer, action, subject, details: { provider: providerId } });
      }),

    async endSessionUrl(viewer, decrypt) {
      const session = await store.findProviderSession(db.q, viewer.sessionId);
      const row = session?.provider_id ? await store.findProvider(db.q, session.provider_id) : undefined;
      if (!row?.is_active || !session?.sealed_id_token) return undefined;
      const idToken = decrypt(session.sealed_id_token);
      return oidc.endSessionUrl(providers.opened(row), { idToken, backTo: `${publicUrl()}/login` });
    },
  };
}

const markOf = (browser: string): string => hashToken(browser).toString('base64url');

/**
 * A path on this server as browsers write it, and not `//host`; backslashes are refused, since browsers may read them as
 * slashes.
 */
const isOwnPath = (next: string | undefined): next is string =>
  next !== undefined && /^\/(?![/\\])[\x21-\x5b\x5d-\x7e]*$/.test(next);

const isSame = (some: readonly number[], others: readonly number[]): boolean =>
  some.length === others.length && some.every((one) => others.includes(one));
