import {
  SECOND_FACTOR_MINUTES,
  type BodyOf,
  type finishLogin,
  type login,
  type ResponseOf,
  type useSignInLink,
} from '@trunkline/contract';
import type { RequestSource } from '#platform/access';
import { AppError } from '#platform/errors';
import type { Platform } from '#platform/platform';
import { hashToken } from '#platform/secrets';
import type { Settings } from '#modules/settings';
import type { SignInAttempts } from '../attempt-service.ts';
import type { DeviceCookie, KnownBrowsers } from '../known-browsers.ts';
import { isPassword, spendVerifyTime } from '../passwords.ts';
import type { SecondFactors } from '../second-factor/second-factor-service.ts';
import * as store from '../store.ts';
import * as challenges from './challenge-store.ts';

export type SignInSource = { from: RequestSource; deviceCookie?: string | undefined };
export type SignedIn = { answer: ResponseOf<typeof login>; expiresAt: Date; device: DeviceCookie };

/** How a user has authenticated. */
type Origin = {
  /** Whether it counts as two factors. */
  isTwoFactor: boolean;
  provider: { id: number; subject: string; sid: string | null; sealedIdToken: string } | null;
};
type SignInProof = {
  isTwoFactor: boolean;
  provider: { id: number; subject: string; sid: string | null; idToken: string };
};

const PASSWORD: Origin = { isTwoFactor: false, provider: null };

/**
 * Begins sessions. @throws AppError `provider_required`: their role may only sign in by a provider; `second_factor_needed`,
 * with a challenge; `sign_in_expired`: it took too long, or was used already
 */
export type SignIn = {
  /** @throws AppError `wrong_credentials`; `locked_out` after too many attempts */
  logIn(body: BodyOf<typeof login>, caller: SignInSource): Promise<SignedIn>;
  /** Signs in a user whom a provider has authenticated; a required second step is returned, not thrown. */
  admit(
    user: User,
    caller: SignInSource,
    given: SignInProof,
  ): Promise<SignedIn | { challenge: string; expiresAt: Date }>;
  /** A verified passkey counts as both factors. */
  admitByPasskey(user: User, caller: SignInSource): Promise<SignedIn>;
  /** Signs in with a link from the command line, which replaces the password or provider, but not the second factor. */
  useLink(body: BodyOf<typeof useSignInLink>, caller: SignInSource): Promise<SignedIn>;
  /** The second step. Guesses of codes are counted per user, since only who passed the first step gets here. */
  finish(body: BodyOf<typeof finishLogin>, caller: SignInSource): Promise<SignedIn>;
};

type User = NonNullable<Awaited<ReturnType<typeof store.findUser>>>;
type Deps = Pick<Platform, 'db' | 'clock' | 'secrets'> & {
  settings: Settings;
  attempts: SignInAttempts;
  browsers: KnownBrowsers;
  secondFactors: SecondFactors;
};

/** The only place where sessions begin, so that the second factor is required for every way. */
export function createSignIn({
  db,
  clock,
  secrets,
  settings,
  attempts,
  browsers,
  secondFactors,
}: Deps): SignIn {
  async function startSession(
    user: User,
    caller: SignInSource,
    { isTwoFactor, provider }: Origin,
  ): Promise<SignedIn> {
    const now = clock.now();
    const token = secrets.issueToken();
    const expiresAt = new Date(now.getTime() + (await settings.config()).session_hours * 3_600_000);
    const { from } = caller;
    const { id, fullname, user_level_id } = user;
    await db.transaction(async (tx) => {
      const session = await store.insertSession(tx.q, {
        user_id: id,
        token_hash: hashToken(token),
        expires_at: expiresAt,
        address: from.address,
        user_agent: from.user_agent,
        created_at: now,
        second_factor: isTwoFactor,
        provider_id: provider?.id ?? null,
        provider_subject: provider?.subject ?? null,
        provider_sid: provider?.sid ?? null,
        sealed_id_token: provider?.sealedIdToken ?? null,
      });
      await settings.audit(tx.q, {
        viewer: { id, from },
        action: 'sign_in.succeeded',
        subject: `user ${id}`,
        details: { session, ...(provider && { provider: provider.id }) },
      });
    });
    return {
      answer: { token, data: { id, fullname, user_level_id, is_monitoring: user.is_monitoring ? 1 : 0 } },
      expiresAt,
      device: browsers.remember(caller.deviceCookie, id),
    };
  }

  /**
   * After the first factor: returns a session, or a challenge where a second one is required. The challenge gives no access.
   */
  async function admit(
    user: User,
    caller: SignInSource,
    origin: Origin,
  ): Promise<SignedIn | { challenge: string; expiresAt: Date }> {
    if (origin.isTwoFactor || !(await secondFactors.isOn(user.id))) return startSession(user, caller, origin);
    const now = clock.now();
    const challenge = secrets.issueToken();
    const expiresAt = new Date(now.getTime() + SECOND_FACTOR_MINUTES * 60_000);
    await challenges.insertChallenge(db.q, {
      token_hash: hashToken(challenge),
      kind: 'second_factor',
      user_id: user.id,
      data: origin,
      created_at: now,
      expires_at: expiresAt,
    });
    return { challenge, expiresAt };
  }

  /** Refused if the role may only sign in by a provider. */
  async function demandOwnWay(user: User): Promise<void> {
    const level = await store.findLevel(db.q, user.user_level_id);
    if (level?.sign_in_rule === 'provider') throw new AppError('provider_required');
  }

  /** The same, with a required second step as an error. */
  async function admitOrAsk(user: User, caller: SignInSource): Promise<SignedIn> {
    const admitted = await admit(user, caller, PASSWORD);
    if (!('challenge' in admitted)) return admitted;
    const { challenge, expiresAt } = admitted;
    throw new AppError('second_factor_needed', { challenge, expires_at: expiresAt.toISOString() });
  }

  /** An unknown user name is not logged: it may be a password that was typed into the wrong field. */
  async function auditFailure(
    userId: number | undefined,
    { from }: SignInSource,
    details = {},
  ): Promise<void> {
    const subject = userId === undefined ? 'user' : `user ${userId}`;
    await settings.audit(db.q, { viewer: null, from, action: 'sign_in.failed', subject, details });
  }

  return {
    async logIn({ username, password }, caller) {
      const user = await store.findUser(db.q, { username });
      const { address } = caller.from;
      const counted = await attempts.scopesOf(username, user, { ...caller, address });
      await attempts.count(counted);
      const matches = user ? await isPassword(user.password_hash, password) : await spendVerifyTime(password);
      if (!user || !matches || !user.is_active) {
        await auditFailure(user?.id, caller);
        throw new AppError('wrong_credentials');
      }
      await attempts.succeeded(counted);
      await demandOwnWay(user);
      return admitOrAsk(user, caller);
    },

    admit: (user, caller, { isTwoFactor, provider: { idToken, ...provider } }) =>
      admit(user, caller, {
        isTwoFactor,
        provider: { ...provider, sealedIdToken: idToken && secrets.encrypt(idToken) },
      }),

    async admitByPasskey(user, caller) {
      await demandOwnWay(user);
      return startSession(user, caller, { isTwoFactor: true, provider: null });
    },

    async useLink({ token }, caller) {
      const link = await challenges.consumeChallenge(db.q, 'link', hashToken(token), clock.now());
      const user = link?.user_id ? await store.findUser(db.q, { id: link.user_id }) : undefined;
      if (!user?.is_active) throw new AppError('sign_in_expired');
      const [action, subject] = ['sign_in_link.used', `user ${user.id}`];
      await settings.audit(db.q, { viewer: { id: user.id, from: caller.from }, action, subject });
      return admitOrAsk(user, caller);
    },

    async finish({ challenge, code }, caller) {
      const hash = hashToken(challenge);
      const waiting = await challenges.findChallenge(db.q, 'second_factor', hash, clock.now());
      const user = waiting?.user_id ? await store.findUser(db.q, { id: waiting.user_id }) : undefined;
      // A challenge ends when the password has changed since.
      const isOver = !waiting || !user?.is_active || waiting.created_at < user.browsers_known_since;
      if (isOver) throw new AppError('sign_in_expired');
      await attempts.countCode(user.id);
      await secondFactors.prove({ id: user.id, from: caller.from }, code).catch(async (error: unknown) => {
        await auditFailure(user.id, caller, { second_factor: true });
        throw error;
      });
      await attempts.resetCodeAttempts(user.id);
      if (!(await challenges.consumeChallenge(db.q, 'second_factor', hash, clock.now())))
        throw new AppError('sign_in_expired');
      return startSession(user, caller, { ...(waiting.data as Origin), isTwoFactor: true });
    },
  };
}
