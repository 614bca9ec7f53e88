import type {
  BodyOf,
  createSignInProvider,
  ResponseOf,
  SignInProvider,
  testSignInProvider,
  updateSignInProvider,
} from '@trunkline/contract';
import type { Viewer } from '#platform/access';
import type { Query, Tx } from '#platform/db';
import { AppError, found } from '#platform/errors';
import type { Platform } from '#platform/platform';
import type { Settings } from '#modules/settings';
import { demandGrantableLevel, demandHoldsAllPermissions, demandSomeoneCanSignIn } from '../rights.ts';
import type { EndSessions } from '../sign-in/session-end.ts';
import type { OidcClient, OpenedProvider } from './oidc-client.ts';
import * as store from './provider-store.ts';

type Deps = Pick<Platform, 'db' | 'secrets' | 'publicUrl'> & {
  settings: Settings;
  endSessions: EndSessions;
  oidc: OidcClient;
};
type StoredProvider = { issuer: string; client_id: string; secret: string };
type Fields = Omit<BodyOf<typeof createSignInProvider>, 'client_secret'>;

/**
 * Configuration of sign-in providers. Whoever changes one must hold every permission that they can grant. @throws AppError
 * `not_grantable`; `last_administrator`: somebody must remain who can sign in and manage users
 */
export type Providers = {
  /** With its decrypted secret; empty where that was set for another issuer or client. */
  opened(row: store.ProviderRow): OpenedProvider;
  /** The URL to which users come back. */
  callbackOf(id: number): string;
  /** Reads the metadata at that address; errors are in the result. */
  test(issuer: string): Promise<ResponseOf<typeof testSignInProvider>['data']>;
  list(): Promise<SignInProvider[]>;
  /** Active providers, for the sign-in page. */
  offered(): Promise<Pick<SignInProvider, 'id' | 'name'>[]>;
  /** @throws AppError `duplicate` where there is one with this issuer and client */
  create(viewer: Viewer, body: BodyOf<typeof createSignInProvider>): Promise<SignInProvider>;
  /** @throws AppError `stale` where the version is not the latest; `invalid` for another issuer with the old secret */
  change(viewer: Viewer, id: number, body: BodyOf<typeof updateSignInProvider>): Promise<SignInProvider>;
  /** Removes a provider: no one can sign in with it any more. */
  remove(viewer: Viewer, id: number): Promise<void>;
};

/** See `Providers`. */
export function createProviders({ db, secrets, publicUrl, settings, endSessions, oidc }: Deps): Providers {
  const base = (id: number) => `${publicUrl()}/api/auth/providers/${id}`;
  const callbackOf = (id: number) => `${base(id)}/callback`;

  function toProvider(row: Awaited<ReturnType<typeof store.listProviders>>[number]): SignInProvider {
    const {
      sealed_secret: sealed,
      missing_claims: claims,
      missing_at: at,
      levels,
      departments,
      ...rest
    } = row;
    return {
      ...rest,
      levels,
      departments,
      has_secret: sealed !== '',
      callback_url: callbackOf(row.id),
      logout_url: `${base(row.id)}/backchannel_logout`,
      missing: at === null ? null : { claims, at },
    };
  }

  const read = async (q: Query, id: number) => toProvider(found((await store.listProviders(q, id))[0]));

  /** The secret is encrypted together with issuer and client, so that it cannot be sent to another issuer. */
  const encrypted = (sealed: StoredProvider) =>
    sealed.secret === '' ? '' : secrets.encrypt(JSON.stringify(sealed));
  function opened(row: store.ProviderRow): OpenedProvider {
    const { id, version, issuer, client_id, scopes } = row;
    const sealed =
      row.sealed_secret === ''
        ? undefined
        : (JSON.parse(secrets.decrypt(row.sealed_secret)) as StoredProvider);
    const isOwn = sealed?.issuer === issuer && sealed.client_id === client_id;
    return { id, version, issuer, client_id, scopes, secret: isOwn ? sealed.secret : '' };
  }

  async function demandMappable(tx: Tx, viewer: Viewer, fields: Partial<Fields>): Promise<void> {
    const levels = (fields.levels ?? []).map(({ level_id: id }) => id);
    for (const id of [fields.other_level_id, fields.new_level_id]) if (id) levels.push(id);
    for (const id of new Set(levels)) await demandGrantableLevel(tx, viewer, id);
    for (const { department_id: id } of fields.departments ?? [])
      await settings.demandKnown(tx.q, { departments: id });
  }

  /** Creating accounts requires domains and a role, or anybody with an account at the provider could get in. */
  function demandAccounts(fields: Pick<Fields, 'creates_accounts' | 'email_domains' | 'new_level_id'>): void {
    if (!fields.creates_accounts) return;
    const lacking = [
      ...(fields.email_domains.length === 0 ? ['email_domains'] : []),
      ...(fields.new_level_id === null ? ['new_level_id'] : []),
    ];
    if (lacking.length === 0) return;
    throw new AppError(
      'invalid',
      lacking.map((path) => ({ path, message: 'Required to create accounts' })),
    );
  }

  async function demandFree(q: Query, wanted: { issuer: string; client_id: string }, own?: number) {
    const twin = await store.findDuplicateProvider(q, wanted);
    if (twin && twin.id !== own) throw new AppError('duplicate', [{ path: 'client_id', message: 'Taken' }]);
  }

  const forTable = ({ levels, departments, ...fields }: Partial<Fields>) => ({
    ...fields,
    ...(levels && { levels: JSON.stringify(levels) }),
    ...(departments && { departments: JSON.stringify(departments) }),
  });

  async function auditChange(tx: Tx, viewer: Viewer, entry: { verb: string; id: number; details: object }) {
    const { verb, id, details } = entry;
    await settings.audit(tx.q, { viewer, action: `provider.${verb}`, subject: `provider ${id}`, details });
    tx.emit('settings-changed', { part: 'providers' }, ['everyone']);
  }

  async function endAll(tx: Tx, providerId: number): Promise<void> {
    for (const { id, user_id: userId } of await store.listProviderSessions(tx.q, { providerId }))
      await endSessions(tx, userId, { only: id }, 'revoked');
  }

  return {
    opened,
    callbackOf,
    test: (issuer) => oidc.discover(issuer),
    list: async () => (await store.listProviders(db.q, null)).map(toProvider),
    offered: async () =>
      (await store.listProviders(db.q, null))
        .filter((row) => row.is_active)
        .map(({ id, name }) => ({ id, name })),

    create: (viewer, { client_secret: secret, ...fields }) =>
      db.transaction(async (tx) => {
        await demandHoldsAllPermissions(tx.q, viewer);
        await demandMappable(tx, viewer, fields);
        await demandFree(tx.q, fields);
        demandAccounts(fields);
        const { issuer, client_id } = fields;
        const sealed_secret = encrypted({ issuer, client_id, secret });
        const row = {
          ...fields,
          levels: JSON.stringify(fields.levels),
          departments: JSON.stringify(fields.departments),
        };
        const id = await store.insertProvider(tx.q, { ...row, sealed_secret });
        await auditChange(tx, viewer, { verb: 'created', id, details: { after: fields } });
        return read(tx.q, id);
      }),

    change: (viewer, id, { version, client_secret: secret, ...fields }) =>
      db.transaction(async (tx) => {
        await demandHoldsAllPermissions(tx.q, viewer);
        const row = found(await store.lockProvider(tx.q, id));
        const before = await read(tx.q, id);
        if (row.version !== version) throw new AppError('stale', { current: before });
        const { issuer = row.issuer, client_id = row.client_id } = fields;
        const isElsewhere = issuer !== row.issuer || client_id !== row.client_id;
        if (isElsewhere && before.has_secret && secret === undefined)
          throw new AppError('invalid', [
            { path: 'client_secret', message: 'Enter the secret again for another issuer or client' },
          ]);
        await demandMappable(tx, viewer, definedIn(fields));
        await demandFree(tx.q, { issuer, client_id }, id);
        demandAccounts({ ...row, ...definedIn(fields) });
        await store.updateProvider(tx.q, id, {
          ...forTable(definedIn(fields)),
          ...(secret !== undefined && { sealed_secret: encrypted({ issuer, client_id, secret }) }),
        });
        const after = await read(tx.q, id);
        const levels = await store.listLevelsOfProvider(tx.q, id);
        // Subjects of one issuer mean nothing at another.
        if (issuer !== row.issuer) await store.unlinkAllSignIns(tx.q, id);
        if (issuer !== row.issuer || (before.is_active && !after.is_active)) {
          await demandSomeoneCanSignIn(tx, levels);
          await endAll(tx, id);
        }
        await auditChange(tx, viewer, {
          verb: 'changed',
          id,
          details: { before: pick(before, fields), after: fields, secret_changed: secret !== undefined },
        });
        return after;
      }),

    remove: (viewer, id) =>
      db.transaction(async (tx) => {
        await demandHoldsAllPermissions(tx.q, viewer);
        found(await store.lockProvider(tx.q, id));
        const { name, issuer } = await read(tx.q, id);
        await endAll(tx, id);
        const levels = await store.listLevelsOfProvider(tx.q, id);
        await store.removeProvider(tx.q, id);
        await demandSomeoneCanSignIn(tx, levels);
        await auditChange(tx, viewer, { verb: 'removed', id, details: { before: { name, issuer } } });
      }),
  };
}

type Optional = { [K in keyof Fields]?: Fields[K] | undefined };

const definedIn = (fields: Optional): Partial<Fields> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));

const pick = (provider: SignInProvider, fields: object) =>
  Object.fromEntries(Object.keys(fields).map((name) => [name, provider[name as keyof SignInProvider]]));
