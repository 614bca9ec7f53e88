import { createHash } from 'node:crypto';
import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server';
import {
  PASSKEYS_MAX,
  type addPasskey,
  type beginPasskey,
  type BodyOf,
  type finishPasskeyLogin,
  type listPasskeys,
  type Passkey,
  type ResponseOf,
} from '@trunkline/contract';
import type { Viewer } from '#platform/access';
import { AppError, found } from '#platform/errors';
import type { Platform } from '#platform/platform';
import { hashToken, randomToken } from '#platform/secrets';
import type { Settings } from '#modules/settings';
import { isPassword } from '../passwords.ts';
import * as challenges from '../sign-in/challenge-store.ts';
import type { SignInSource, SignedIn, SignIn } from '../sign-in/sign-in-service.ts';
import { findUser } from '../store.ts';
import * as store from './passkey-store.ts';
import { relyingPartyOf, type RelyingParty } from './relying-party.ts';

/** Loaded with the first passkey, because its modules took a twelfth of a start. */
const webauthn = () => import('@simplewebauthn/server');
const ATTEMPT_MS = 5 * 60_000;
/** The signature algorithms: two that every device supports, and that of Windows. */
const ALGORITHMS = [-8, -7, -257];

type Deps = Pick<Platform, 'db' | 'clock' | 'secrets' | 'publicUrl'> & { settings: Settings; signIn: SignIn };
type Row = Awaited<ReturnType<typeof store.listPasskeys>>[number];
type Kind = 'passkey_new' | 'passkey';

/**
 * Passkeys, which sign in without a password. @throws AppError `conflict`: browsers do not support passkeys at the server's
 * address; `wrong_passkey`: the credential is invalid; `sign_in_expired`: the attempt took too long, or was used already
 */
export type Passkeys = {
  /** How many users a change of the address would affect; `rp_id`: the host of their passkeys, null where there can be none. */
  summary(): Promise<{ people: number; elsewhere: number; only_way: number; rp_id: string | null }>;
  list(viewer: Viewer): Promise<ResponseOf<typeof listPasskeys>>;
  /** @throws AppError `wrong_credentials` for a wrong password; `conflict` for more than `PASSKEYS_MAX` */
  begin(
    viewer: Viewer,
    body: BodyOf<typeof beginPasskey>,
  ): Promise<{ token: string; options: PublicKeyCredentialCreationOptionsJSON }>;
  /** @throws AppError `duplicate` where the device has this passkey already */
  add(viewer: Viewer, body: BodyOf<typeof addPasskey>): Promise<Passkey>;
  remove(viewer: Viewer, id: number): Promise<void>;
  /** The device tells whose passkey it is: no name is asked for, and nobody learns who has one. */
  beginLogin(): Promise<{ token: string; options: PublicKeyCredentialRequestOptionsJSON }>;
  logIn(body: BodyOf<typeof finishPasskeyLogin>, caller: SignInSource): Promise<SignedIn>;
};

/** A passkey with user verification counts as both factors. */
export function createPasskeys({ db, clock, secrets, publicUrl, settings, signIn }: Deps): Passkeys {
  const party = () => relyingPartyOf(publicUrl());
  function demandParty(): RelyingParty {
    const here = party();
    if (typeof here === 'string') throw new AppError('conflict', { reason: here });
    return here;
  }
  const toPasskey = ({ id, name, created_at, last_used_at, rp_id }: Row): Passkey => {
    const here = party();
    const isUsable = typeof here !== 'string' && here.id === rp_id;
    return { id, name, created_at, last_used_at, rp_id, is_usable: isUsable };
  };
  /** A handle that is always the same for a user, and does not identify them. */
  const handleOf = (userId: number) =>
    new Uint8Array(
      createHash('sha256')
        .update(secrets.sign('passkey', String(userId)))
        .digest(),
    );

  async function begin(kind: Kind, userId: number | null, challenge: string): Promise<string> {
    const token = randomToken();
    const now = clock.now();
    await challenges.insertChallenge(db.q, {
      token_hash: hashToken(token),
      kind,
      user_id: userId,
      data: { challenge },
      created_at: now,
      expires_at: new Date(now.getTime() + ATTEMPT_MS),
    });
    return token;
  }

  /** Uses up an attempt. */
  async function consumeChallenge(kind: Kind, token: string, userId: number | null): Promise<string> {
    const row = await challenges.consumeChallenge(db.q, kind, hashToken(token), clock.now());
    if (!row || row.user_id !== userId) throw new AppError('sign_in_expired');
    return (row.data as { challenge: string }).challenge;
  }

  const audit = (viewer: Viewer, name: string, verb: 'added' | 'removed') => ({
    viewer,
    action: `passkey.${verb}`,
    subject: `user ${viewer.id}`,
    details: { name },
  });

  return {
    async summary() {
      const here = party();
      const rpId = typeof here === 'string' ? null : here.id;
      return { rp_id: rpId, ...(await store.countPasskeyPeople(db.q, rpId ?? '')) };
    },

    async list(viewer) {
      const here = party();
      const user = found(await findUser(db.q, { id: viewer.id }));
      return {
        data: (await store.listPasskeys(db.q, viewer.id)).map(toPasskey),
        rp_id: typeof here === 'string' ? null : here.id,
        unavailable: typeof here === 'string' ? here : null,
        has_password: user.password_hash !== '',
      };
    },

    async begin(viewer, { current_password: password }) {
      const here = demandParty();
      const user = found(await findUser(db.q, { id: viewer.id }));
      if (user.password_hash !== '' && !(await isPassword(user.password_hash, password)))
        throw new AppError('wrong_credentials');
      const own = await store.listPasskeys(db.q, viewer.id);
      if (own.length >= PASSKEYS_MAX) throw new AppError('conflict');
      const { organisation } = await settings.config();
      const { generateRegistrationOptions } = await webauthn();
      const options = await generateRegistrationOptions({
        rpName: organisation,
        rpID: here.id,
        userName: user.username,
        userDisplayName: user.fullname,
        userID: handleOf(user.id),
        attestationType: 'none',
        excludeCredentials: own
          .filter(({ rp_id: id }) => id === here.id)
          .map(({ credential_id: id, transports }) => ({ id, transports })),
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
        supportedAlgorithmIDs: ALGORITHMS,
      });
      return { token: await begin('passkey_new', viewer.id, options.challenge), options };
    },

    async add(viewer, { token, name, credential }) {
      const here = demandParty();
      const { verifyRegistrationResponse } = await webauthn();
      const { registrationInfo: made } = await verifyRegistrationResponse({
        response: credential as unknown as RegistrationResponseJSON,
        expectedChallenge: await consumeChallenge('passkey_new', token, viewer.id),
        expectedOrigin: here.origin,
        expectedRPID: here.id,
        requireUserVerification: true,
        supportedAlgorithmIDs: ALGORITHMS,
      }).catch(refuse);
      if (!made) throw new AppError('wrong_passkey');
      const { id, publicKey, counter, transports = [] } = made.credential;
      return db.transaction(async (tx) => {
        const row = await store.insertPasskey(tx.q, {
          user_id: viewer.id,
          credential_id: id,
          public_key: Buffer.from(publicKey),
          counter,
          rp_id: here.id,
          name,
          transports,
          created_at: clock.now(),
          last_used_at: null,
        });
        if (!row) throw new AppError('duplicate');
        await settings.audit(tx.q, audit(viewer, name, 'added'));
        tx.emit('settings-changed', { part: 'people' }, ['everyone']);
        return toPasskey(row);
      });
    },

    remove: (viewer, id) =>
      db.transaction(async (tx) => {
        const { name } = found(await store.removePasskey(tx.q, viewer.id, id));
        await settings.audit(tx.q, audit(viewer, name, 'removed'));
        tx.emit('settings-changed', { part: 'people' }, ['everyone']);
      }),

    async beginLogin() {
      const { id: rpID } = demandParty();
      const { generateAuthenticationOptions } = await webauthn();
      const options = await generateAuthenticationOptions({
        rpID,
        userVerification: 'required',
      });
      return { token: await begin('passkey', null, options.challenge), options };
    },

    async logIn({ token, credential }, caller) {
      const here = demandParty();
      const expectedChallenge = await consumeChallenge('passkey', token, null);
      const { verifyAuthenticationResponse } = await webauthn();
      const userId = await db.transaction(async (tx) => {
        const row = await store.lockPasskey(tx.q, credential.id);
        if (!row || row.rp_id !== here.id) throw new AppError('wrong_passkey');
        const { verified, authenticationInfo: used } = await verifyAuthenticationResponse({
          response: credential as unknown as AuthenticationResponseJSON,
          expectedChallenge,
          expectedOrigin: here.origin,
          expectedRPID: here.id,
          credential: {
            id: row.credential_id,
            publicKey: new Uint8Array(row.public_key),
            counter: row.counter,
          },
          requireUserVerification: true,
        }).catch(refuse);
        if (!verified) throw new AppError('wrong_passkey');
        await store.notePasskeyUse(tx.q, row.id, { counter: used.newCounter, last_used_at: clock.now() });
        return row.user_id;
      });
      const user = found(await findUser(db.q, { id: userId }));
      if (!user.is_active) throw new AppError('wrong_passkey');
      return signIn.admitByPasskey(user, caller);
    },
  };
}

/** An invalid credential is the caller's fault, not an internal error. */
function refuse(): never {
  throw new AppError('wrong_passkey');
}
