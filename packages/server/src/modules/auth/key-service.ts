import {
  ACTIVITY_CODES,
  API_KEY_RESTORE_SECONDS,
  API_KEY_START,
  ENDPOINTS,
  takesKeys,
  type ApiKey,
  type BodyOf,
  type createApiKey,
} from '@trunkline/contract';
import type { Viewer } from '#platform/access';
import type { Tx } from '#platform/db';
import { AppError, found } from '#platform/errors';
import type { Platform } from '#platform/platform';
import { hashToken } from '#platform/secrets';
import type { Settings } from '#modules/settings';
import * as store from './key-store.ts';
import { missingPermissions } from './rights.ts';

const SHOWN = API_KEY_START.length + 6;

/** Permissions that have an effect for a key. */
const GIVABLE = ACTIVITY_CODES.filter((code) =>
  [...ENDPOINTS.values()].some(
    (one) => takesKeys(one) && [one.permission, one.orPermission].includes(code as never),
  ),
);

/** API keys, by which other systems act in a user's name. @throws AppError `not_found` for an unknown id */
export type ApiKeys = {
  /** With the permissions that this user can give to a key. */
  list(viewer: Viewer): Promise<{ data: ApiKey[]; codes: string[] }>;
  /** Returns the token, only this once. @throws AppError `not_grantable` for permissions that the user does not hold */
  create(viewer: Viewer, body: BodyOf<typeof createApiKey>): Promise<{ data: ApiKey; token: string }>;
  /** It can be restored within `API_KEY_RESTORE_SECONDS`. */
  revoke(viewer: Viewer, id: number): Promise<void>;
  /** Ends all keys of a user. Call inside a transaction. */
  endAll(tx: Tx, viewer: Viewer, userId: number): Promise<void>;
  restore(viewer: Viewer, id: number): Promise<ApiKey>;
};

/** See `ApiKeys`. */
export function createApiKeys({
  db,
  clock,
  secrets,
  settings,
}: Pick<Platform, 'db' | 'clock' | 'secrets'> & { settings: Settings }): ApiKeys {
  async function audit(tx: Tx, viewer: Viewer, entry: { action: string; id: number; details: object }) {
    const { action, id, details } = entry;
    await settings.audit(tx.q, { viewer, action, subject: `api key ${id}`, details });
    tx.emit('settings-changed', { part: 'api-keys' }, ['everyone']);
  }

  return {
    list: async (viewer) => ({
      data: await store.listKeys(db.q),
      codes: GIVABLE.filter((code) => viewer.codes.has(code)),
    }),

    async create(viewer, { name, codes, expires_at: expiresAt }) {
      const now = clock.now();
      const lacked = missingPermissions(viewer, { codes });
      if (lacked) throw new AppError('not_grantable', lacked);
      if (expiresAt !== null && new Date(expiresAt) <= now)
        throw new AppError('invalid', [{ path: 'expires_at', message: 'Must be in the future' }]);
      const token = `${API_KEY_START}${secrets.issueToken()}`;
      const key = { name, codes: [...new Set(codes)].toSorted(), prefix: token.slice(0, SHOWN) };
      const owned = { user_id: viewer.id, created_at: now, expires_at: expiresAt };
      const data = await db.transaction(async (tx) => {
        const id = await store.insertKey(tx.q, { ...key, ...owned, token_hash: hashToken(token) });
        await audit(tx, viewer, { action: 'api-key.created', id, details: key });
        return found(await store.readKey(tx.q, id));
      });
      return { data, token };
    },

    revoke: (viewer, id) =>
      db.transaction(async (tx) => {
        const { name } = found(await store.endKey(tx.q, id, clock.now()));
        await audit(tx, viewer, { action: 'api-key.revoked', id, details: { name } });
      }),

    async endAll(tx, viewer, userId) {
      for (const { id, name } of await store.endKeysOf(tx.q, userId, clock.now()))
        await audit(tx, viewer, { action: 'api-key.revoked', id, details: { name } });
    },

    restore: (viewer, id) =>
      db.transaction(async (tx) => {
        const since = new Date(clock.now().getTime() - API_KEY_RESTORE_SECONDS * 1000);
        const { name } = found(await store.restoreKey(tx.q, id, since));
        await audit(tx, viewer, { action: 'api-key.restored', id, details: { name } });
        return found(await store.readKey(tx.q, id));
      }),
  };
}
