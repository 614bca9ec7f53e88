import { AppError } from '#platform/errors';
import type { Platform } from '#platform/platform';
import type { Settings } from '#modules/settings';
import type { EndSessions } from '../sign-in/session-end.ts';
import { readLogoutToken } from './logout-token.ts';
import type { OidcClient } from './oidc-client.ts';
import * as store from './provider-store.ts';
import type { Providers } from './providers-service.ts';

type Deps = Pick<Platform, 'db' | 'clock' | 'log'> & {
  settings: Settings;
  providers: Providers;
  oidc: OidcClient;
  endSessions: EndSessions;
};

/** Tolerance between the provider's clock and ours. */
const SKEW_MS = 60_000;

/** Back-channel logout: ends the sessions here that the provider ends. */
export function createProviderLogout({ db, clock, log, settings, providers, oidc, endSessions }: Deps) {
  return async (providerId: number, body: unknown): Promise<void> => {
    const row = await store.findProvider(db.q, providerId);
    const token = Buffer.isBuffer(body)
      ? new URLSearchParams(body.toString('utf8')).get('logout_token')
      : null;
    if (!row?.is_active || !token) throw new AppError('bad_request');
    const keys = await oidc.keysOf(providers.opened(row)).catch((error: unknown) => {
      log.warn({ err: error, provider: row.id }, 'the keys of a sign-in provider cannot be read');
      throw new AppError('unavailable');
    });
    const now = clock.now();
    const said = readLogoutToken(token, { issuer: row.issuer, clientId: row.client_id, keys, now });
    if (!said) throw new AppError('bad_request', { reason: 'logout_token_invalid' });
    // Without `sid` all sessions of the user are ended, but not those that began later, or an old token could end them.
    const which = {
      providerId: row.id,
      subject: said.sub,
      sid: said.sid,
      begunBefore: new Date(said.issuedAt.getTime() + SKEW_MS),
    };
    await db.transaction(async (tx) => {
      for (const { id, user_id: userId } of await store.listProviderSessions(tx.q, which)) {
        await endSessions(tx, userId, { only: id }, 'signed-out');
        const details = { session: id, provider: row.id };
        const [action, subject] = ['sign_in.ended', `user ${userId}`];
        await settings.audit(tx.q, { viewer: null, action, subject, details });
      }
    });
  };
}
