import type {
  beginSecondFactor,
  BodyOf,
  confirmSecondFactor,
  getSecondFactor,
  ResponseOf,
} from '@trunkline/contract';
import { renderSVG } from 'uqr';
import type { Viewer } from '#platform/access';
import type { Tx } from '#platform/db';
import { AppError, found } from '#platform/errors';
import type { Platform } from '#platform/platform';
import type { Settings } from '#modules/settings';
import { isPassword } from '../passwords.ts';
import { removePasskeysOf } from '../passkeys/passkey-store.ts';
import { demandGrantableLevel } from '../rights.ts';
import type { EndSessions } from '../sign-in/session-end.ts';
import { findUser } from '../store.ts';
import { isAppCode, newRecoveryCodes, newSecret, setupUri, codeTimeStep, withoutSpaces } from './codes.ts';
import * as store from './second-factor-store.ts';

/** A set-up expires after this time if it is not confirmed. */
const SETUP_MS = 15 * 60_000;

type Deps = Pick<Platform, 'db' | 'clock' | 'secrets'> & {
  settings: Settings;
  endSessions: EndSessions;
  resetCodeAttempts: (userId: number) => Promise<void>;
};
type Present = { current_password: string };

/** Authenticator apps and recovery codes. @throws AppError `wrong_credentials` for a wrong current password */
export type SecondFactors = {
  isOn(userId: number): Promise<boolean>;
  /** Uses up a code of the app or a recovery code. @throws AppError `wrong_code`; `used_code` */
  prove(user: Pick<Viewer, 'id' | 'from'>, code: string): Promise<void>;
  status(viewer: Viewer): Promise<ResponseOf<typeof getSecondFactor>['data']>;
  begin(
    viewer: Viewer,
    body: BodyOf<typeof beginSecondFactor>,
  ): Promise<ResponseOf<typeof beginSecondFactor>['data']>;
  /** From now on the new secret counts instead of the old one. Returns the recovery codes, only this once. */
  confirm(viewer: Viewer, body: BodyOf<typeof confirmSecondFactor>): Promise<string[]>;
  renewCodes(viewer: Viewer, body: Present): Promise<string[]>;
  /** @throws AppError `conflict` where their role requires it */
  remove(viewer: Viewer, body: Present): Promise<void>;
  /** For a user who lost it. Requires the same permission as resetting passwords. */
  reset(viewer: Viewer, userId: number): Promise<void>;
};

/** See `SecondFactors`. */
export function createSecondFactors({
  db,
  clock,
  secrets,
  settings,
  endSessions,
  resetCodeAttempts: forgiveCodes,
}: Deps): SecondFactors {
  // Keyed with a secret outside the database, so that codes cannot be guessed from the rows alone.
  const hashOf = (userId: number, code: string) =>
    secrets.sign('recovery code', `${userId}.${withoutSpaces(code)}`);

  const audit = (tx: Tx, viewer: Pick<Viewer, 'id' | 'keyId' | 'from'>, action: string, userId = viewer.id) =>
    settings.audit(tx.q, { viewer, action: `second_factor.${action}`, subject: `user ${userId}` });

  /** Users with a password must enter it again. Returns the user. */
  async function demandPresent(viewer: Viewer, { current_password: password }: Present) {
    const user = found(await findUser(db.q, { id: viewer.id }));
    if (user.password_hash !== '' && !(await isPassword(user.password_hash, password)))
      throw new AppError('wrong_credentials');
    return user;
  }

  /** Uses up a code: it and all earlier ones are refused from now on. */
  async function takeCode(
    tx: Tx,
    factor: { user_id: number; last_step: number },
    { secret, code }: { secret: string; code: string },
  ): Promise<void> {
    const step = codeTimeStep(secret, withoutSpaces(code), clock.now());
    if (step === null) throw new AppError('wrong_code');
    if (step <= factor.last_step) throw new AppError('used_code');
    await store.setLastCodeStep(tx.q, factor.user_id, step);
  }

  async function makeRecoveryCodes(tx: Tx, userId: number): Promise<string[]> {
    const codes = newRecoveryCodes();
    await store.replaceRecoveryCodes(
      tx.q,
      userId,
      codes.map((code) => hashOf(userId, code)),
    );
    return codes;
  }

  const tellPeople = (tx: Tx) => tx.emit('settings-changed', { part: 'people' }, ['everyone']);

  return {
    async isOn(userId) {
      return Boolean((await store.findFactor(db.q, userId))?.sealed_secret);
    },

    prove: (user, code) =>
      db.transaction(async (tx) => {
        const factor = await store.lockFactor(tx.q, user.id);
        if (!factor?.sealed_secret) throw new AppError('sign_in_expired');
        if (isAppCode(code))
          return takeCode(tx, factor, { secret: secrets.decrypt(factor.sealed_secret), code });
        const taken = { hash: hashOf(user.id, code), now: clock.now() };
        if (!(await store.consumeRecoveryCode(tx.q, user.id, taken))) throw new AppError('wrong_code');
        await audit(tx, user, 'recovery_code_used');
      }),

    async status(viewer) {
      const user = found(await findUser(db.q, { id: viewer.id }));
      const factor = await store.findFactor(db.q, viewer.id);
      return {
        enabled_at: factor?.enabled_at ?? null,
        recovery_codes: await store.countRecoveryCodes(db.q, viewer.id),
        rule: await store.findLevelRule(db.q, viewer.levelId),
        has_password: user.password_hash !== '',
      };
    },

    async begin(viewer, body) {
      const { username } = await demandPresent(viewer, body);
      const secret = newSecret();
      await store.setPendingSecret(db.q, viewer.id, {
        sealed_pending: secrets.encrypt(secret),
        pending_until: new Date(clock.now().getTime() + SETUP_MS),
      });
      const { organisation } = await settings.config();
      const uri = setupUri(secret, { issuer: organisation, label: username });
      return { secret, uri, qr: renderSVG(uri, { border: 2 }) };
    },

    confirm: (viewer, { code }) =>
      db.transaction(async (tx) => {
        const now = clock.now();
        const factor = await store.lockFactor(tx.q, viewer.id);
        const sealed = factor?.sealed_pending;
        if (!factor || !sealed || new Date(factor.pending_until ?? 0) <= now)
          throw new AppError('conflict', { reason: 'second_factor_not_begun' });
        await takeCode(tx, factor, { secret: secrets.decrypt(sealed), code });
        await store.enableFactor(tx.q, viewer.id, sealed, now);
        const codes = await makeRecoveryCodes(tx, viewer.id);
        // Ends sessions that began without the second factor.
        await endSessions(tx, viewer.id, { except: viewer.sessionId }, 'revoked');
        await store.markSessionTwoFactor(tx.q, viewer.sessionId);
        await audit(tx, viewer, factor.sealed_secret ? 'replaced' : 'enabled');
        tellPeople(tx);
        return codes;
      }),

    async renewCodes(viewer, body) {
      await demandPresent(viewer, body);
      return db.transaction(async (tx) => {
        if (!(await store.lockFactor(tx.q, viewer.id))?.sealed_secret) throw new AppError('conflict');
        await audit(tx, viewer, 'recovery_codes_renewed');
        return makeRecoveryCodes(tx, viewer.id);
      });
    },

    async remove(viewer, body) {
      await demandPresent(viewer, body);
      await db.transaction(async (tx) => {
        if ((await store.findLevelRule(tx.q, viewer.levelId)) === 'required')
          throw new AppError('conflict', { reason: 'second_factor_needed' });
        await store.disableFactor(tx.q, viewer.id);
        await audit(tx, viewer, 'removed');
        tellPeople(tx);
      });
    },

    async reset(viewer, userId) {
      const user = found(await findUser(db.q, { id: userId }));
      await db.transaction(async (tx) => {
        await demandGrantableLevel(tx, viewer, user.user_level_id);
        await store.disableFactor(tx.q, userId);
        await removePasskeysOf(tx.q, userId);
        await endSessions(tx, userId, {}, 'revoked');
        await audit(tx, viewer, 'reset', userId);
        tellPeople(tx);
      });
      await forgiveCodes(userId);
    },
  };
}
