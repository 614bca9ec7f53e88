import {
  PROVIDER_TRAITS,
  type BodyOf,
  type createMessagingAccount,
  type MediaId,
  type MessagingAccount,
  type MessagingFault,
  type MessagingHealth,
  type MessagingProvider,
  type testMessagingAccount,
  type ResponseOf,
  type updateMessagingAccount,
} from '@trunkline/contract';
import type { Viewer } from '#platform/access';
import type { Query, Tx } from '#platform/db';
import { auditedChange } from '#platform/audit';
import { AppError, found } from '#platform/errors';
import type { Platform } from '#platform/platform';
import { randomToken } from '#platform/secrets';
import type { Settings } from '#modules/settings';
import * as deliveries from '../inbound/delivery-store.ts';
import * as store from './account-store.ts';
import {
  demandPassword,
  demandAccountValues,
  isAccountFault,
  smppConnectionKey,
  accountsConcerned,
} from './account-values.ts';
import type { AccountRow } from './account-store.ts';
import {
  ProviderError,
  type ProviderEvent,
  type AccountNotice,
  type Provider,
  type ProviderAccount,
} from '../providers/provider.ts';
import type { RefusedDeliveryCounter } from './refused-deliveries.ts';

/**
 * Accounts of messaging channels and their settings. Everything that sends for one learns of changes by the notice
 * `messaging-accounts`. @throws AppError `not_found` for an unknown id; `duplicate` for the address of another account
 */
export type Accounts = {
  providerOf(name: MessagingProvider): Provider;
  /** Decrypts the credentials. */
  credentials(row: AccountRow): ProviderAccount;
  list(): Promise<MessagingAccount[]>;
  /** All accounts as they are stored. */
  rows(): Promise<AccountRow[]>;
  row(q: Query, id: number): Promise<AccountRow | undefined>;
  byAddress(q: Query, provider: MessagingProvider, address: string): Promise<AccountRow | undefined>;
  /** Counts a delivery to the account that was refused; written once a minute. */
  countRefused(id: number): void;
  /** The account whose webhook URL contains this key. Cached, since every delivery needs it. */
  ofKey(provider: MessagingProvider, key: string): Promise<AccountRow | undefined>;
  /** Sets the account's health by the result of a request to the provider; null: it succeeded. */
  noteFault(
    row: AccountRow,
    error: Pick<ProviderError, 'errorCode' | 'providerMessage'> | null,
  ): Promise<void>;
  /** Tells pages that something else about its health has changed, such as its unprocessed deliveries. */
  announceHealth(tx: Tx, id: number): Promise<void>;
  /** Applies a provider's notice about a business to all of its active accounts. */
  applyAccountNotice(tx: Tx, row: AccountRow, news: ProviderEvent & AccountNotice): Promise<void>;
  /** Refuses values that this provider can't have (`invalid`). */
  create(viewer: Viewer, body: BodyOf<typeof createMessagingAccount>): Promise<MessagingAccount>;
  update(viewer: Viewer, id: number, patch: BodyOf<typeof updateMessagingAccount>): Promise<MessagingAccount>;
  /** An account with messages on tickets is only deactivated, because its tickets show where they came from. */
  remove(viewer: Viewer, id: number): Promise<{ removed: boolean }>;
  /** Really asks the provider; what it says is how the account is doing. */
  test(id: number): Promise<ResponseOf<typeof testMessagingAccount>['data']>;
};

type Deps = Pick<Platform, 'db' | 'clock' | 'secrets' | 'notices' | 'publicUrl'> & {
  settings: Settings;
  providers: ReadonlyMap<MessagingProvider, Provider>;
  refusals: RefusedDeliveryCounter;
};

/** The job that fetches the templates of an account. */
export const FETCH_TEMPLATES_JOB = 'messaging:fetch-templates';

/** Accounts of messaging channels and their settings. Whoever sends for one is woken by the notice `messaging-accounts`. */
export function createAccounts(deps: Deps): Accounts {
  const { db, clock, secrets, notices, publicUrl, settings, providers, refusals } = deps;
  const providerOf = (name: MessagingProvider): Provider => {
    const provider = providers.get(name);
    if (!provider) throw new Error(`no provider ${name}`);
    return provider;
  };
  const mediaOf = (row: Pick<AccountRow, 'provider'>): MediaId => providerOf(row.provider).mediaId;

  const webhookOf = ({ provider, key }: Pick<AccountRow, 'provider' | 'key'>): string =>
    `${publicUrl()}/api/webhooks/${provider}/${key}`;

  async function demandDepartment(q: Query, id: number | undefined): Promise<void> {
    if (id === undefined || (await settings.findDepartment(q, id))) return;
    throw new AppError('invalid_reference', [{ path: 'department_id', message: 'Unknown department' }]);
  }

  /** Accounts at several operators may have the same short number, so for SMPP the line and the user must be unique instead. */
  async function demandFree(
    q: Query,
    of: Pick<AccountRow, 'provider' | 'address' | 'business_id' | 'smpp'>,
    ownId?: number,
  ): Promise<void> {
    const other = of.smpp
      ? await store.findByLine(q, of.smpp, of.business_id)
      : await store.findByAddress(q, of.provider, of.address);
    if (other && other.id !== ownId) throw new AppError('duplicate', { path: 'address' });
  }

  async function change(
    viewer: Viewer,
    { action, id: own }: { action: string; id?: number },
    work: (tx: Tx) => Promise<number>,
  ): Promise<MessagingAccount> {
    const id = await db.transaction(async (tx) => {
      const before = own === undefined ? undefined : await store.findAccount(tx.q, own);
      const changed = await work(tx);
      const after = await store.findAccount(tx.q, changed);
      const details = auditedChange(before && audited(before), after && audited(after)) ?? {};
      await settings.audit(tx.q, { viewer, action, subject: String(changed), details });
      tx.afterCommit(() => notices.send('messaging-accounts', { id: changed }));
      return changed;
    });
    return found((await list()).find((account) => account.id === id));
  }

  const list = async (): Promise<MessagingAccount[]> => {
    const rows = await store.listAccounts(db.q);
    const unprocessed = await deliveries.listUnprocessed(db.q);
    return rows.map((row) => {
      const refused = row.refused + refusals.of(row.id);
      const beside = { webhookUrl: webhookOf(row), mediaId: mediaOf(row) };
      return toAccount({ ...row, refused }, { ...beside, unprocessed: unprocessed.get(row.id) ?? null });
    });
  };

  /** Fetches the templates once the business account ID is known. */
  async function fetchTemplates(
    tx: Tx,
    of: Pick<AccountRow, 'id' | 'provider' | 'business_id'> & { was: string },
  ): Promise<void> {
    const isNew = of.business_id !== '' && of.business_id !== of.was;
    if (isNew && PROVIDER_TRAITS[of.provider].hasTemplates)
      await tx.enqueue(FETCH_TEMPLATES_JOB, { account_id: of.id });
  }

  async function setHealth(
    tx: Tx,
    row: AccountRow,
    health: { state: 'off' | 'starting' | 'ok' | 'failing'; fault: MessagingFault | null; said: string },
  ): Promise<void> {
    const before = await store.updateHealth(tx.q, row.id, { ...health, outlasts, now: clock.now() });
    if (!before) return;
    const { id, name } = row;
    tx.emit('messaging-health', { id, state: health.state }, ['everyone']);
    const isLost = isAccountFault(health.fault);
    if (isAccountFault(before.fault) !== isLost)
      tx.emit('socmed-auth', { account_id: id, media_id: mediaOf(row), name, is_authorised: !isLost }, [
        'everyone',
      ]);
  }

  let byKey = new Map<string, AccountRow>();
  notices.on('messaging-accounts', () => (byKey = new Map()));

  async function rowOfKey(key: string): Promise<AccountRow | undefined> {
    const account = await settings.findAccount(db.q, { key });
    return account && store.findAccount(db.q, account.id);
  }

  const sealed = ({ token, secret }: { token: string | undefined; secret: string | undefined }) => ({
    ...(token !== undefined && { sealed_access_token: secrets.encrypt(token) }),
    ...(secret !== undefined && { sealed_app_secret: secrets.encrypt(secret) }),
  });

  const credentials = (row: AccountRow): ProviderAccount => ({
    id: row.id,
    address: row.address,
    smpp: row.smpp,
    businessId: row.business_id,
    accessToken: secrets.decrypt(row.sealed_access_token),
    appSecret: secrets.decrypt(row.sealed_app_secret),
    webhookUrl: webhookOf(row),
  });

  return {
    providerOf,
    credentials,
    list,
    rows: () => store.listAccounts(db.q),
    row: (q, id) => store.findAccount(q, id),
    byAddress: (q, provider, address) => store.findByAddress(q, provider, address),
    countRefused: refusals.count,

    async ofKey(provider, key) {
      // An account that is read while it is being changed goes into the cache that the change discards.
      const remembered = byKey;
      const known = remembered.get(key) ?? (await rowOfKey(key));
      if (known) remembered.set(key, known);
      return known?.provider === provider ? known : undefined;
    },

    noteFault: (row, error) =>
      db.transaction((tx) =>
        setHealth(tx, row, {
          state: error ? 'failing' : 'ok',
          fault: error?.errorCode ?? null,
          said: error?.providerMessage ?? '',
        }),
      ),

    async announceHealth(tx, id) {
      const row = await store.findAccount(tx.q, id);
      if (row) tx.emit('messaging-health', { id, state: row.is_active ? row.state : 'off' }, ['everyone']);
    },

    async applyAccountNotice(tx, row, { account, health }) {
      if (!health) return;
      const state = health.fault ? 'failing' : 'ok';
      const secretOf = (one: AccountRow) => credentials(one).appSecret;
      for (const one of accountsConcerned(await store.listAccounts(tx.q), row, { account, secretOf }))
        if (one.is_active) await setHealth(tx, one, { state, ...health });
    },

    create: (viewer, body) =>
      change(viewer, { action: 'messaging_account.created' }, async (tx) => {
        const { name, department_id, is_active, access_token, app_secret, ...rest } = body;
        demandAccountValues(rest.provider, body, { isNew: true });
        await demandDepartment(tx.q, department_id);
        await demandFree(tx.q, rest);
        const media_id = mediaOf(rest);
        const id = await settings.accounts.insert(tx, { name, department_id, media_id });
        if (!is_active) await settings.accounts.update(tx, { id, media_id, is_active });
        await store.insertAccount(tx.q, {
          ...rest,
          id,
          verify_token: randomToken(),
          sealed_access_token: secrets.encrypt(access_token),
          sealed_app_secret: secrets.encrypt(app_secret),
        });
        await fetchTemplates(tx, { ...rest, id, was: '' });
        return id;
      }),

    update: (viewer, id, patch) =>
      change(viewer, { action: 'messaging_account.changed', id }, async (tx) => {
        const before = found(await store.findAccount(tx.q, id));
        const { name, department_id, is_active, access_token: token, app_secret: secret, ...rest } = patch;
        demandAccountValues(before.provider, patch, { isNew: false });
        demandPassword(before, patch);
        await demandDepartment(tx.q, department_id);
        await demandFree(tx.q, { ...before, ...rest }, id);
        await settings.accounts.update(tx, {
          id,
          media_id: mediaOf(before),
          ...(name !== undefined && { name }),
          ...(department_id !== undefined && { department_id }),
          ...(is_active !== undefined && { is_active }),
        });
        await store.updateAccount(tx.q, id, { ...rest, ...sealed({ token, secret }) });
        await fetchTemplates(tx, { ...before, ...rest, was: before.business_id });
        const after = found(await store.findAccount(tx.q, id));
        if (after.is_active !== before.is_active || smppConnectionKey(after) !== smppConnectionKey(before))
          await setHealth(tx, before, {
            state: after.is_active ? 'starting' : 'off',
            fault: null,
            said: '',
          });
        return id;
      }),

    remove: (viewer, id) =>
      db.transaction(async (tx) => {
        const row = found(await store.findAccount(tx.q, id));
        await settings.audit(tx.q, {
          viewer,
          action: 'messaging_account.removed',
          subject: String(id),
          details: { before: audited(row) },
        });
        tx.afterCommit(() => notices.send('messaging-accounts', { id }));
        await settings.accounts.update(tx, { id, media_id: mediaOf(row), is_active: false });
        // A delivery that is being stored at this moment also counts as use, because its provider is told that we have it.
        await store.lockAccount(tx.q, id);
        if (await store.isAccountUsed(tx.q, id)) {
          await setHealth(tx, row, { state: 'off', fault: null, said: '' });
          return { removed: false };
        }
        await store.removeAccount(tx.q, id);
        await settings.accounts.remove(tx, id);
        return { removed: true };
      }),

    async test(id) {
      const row = found(await store.findAccount(db.q, id));
      try {
        const { shownAddress } = await providerOf(row.provider).test(credentials(row));
        if (row.is_active) await db.transaction((tx) => setHealth(tx, row, OK));
        return { fault: null, said: '', shown_address: shownAddress };
      } catch (error) {
        if (!(error instanceof ProviderError)) throw error;
        const { errorCode: fault, providerMessage: said } = error;
        if (row.is_active)
          await db.transaction((tx) => setHealth(tx, row, { state: 'failing', fault, said }));
        return { fault, said, shown_address: '' };
      }
    },
  };
}

type HealthState = { state: string; fault: MessagingFault | null };
/** An unreachable provider does not replace a fault of the account, such as a revoked token, which stays until it is solved. */
const outlasts = (known: HealthState, next: HealthState): boolean =>
  next.state === 'failing' && isAccountFault(known.fault) && !isAccountFault(next.fault);

const OK = { state: 'ok', fault: null, said: '' } as const;

type SettingsExtras = { webhookUrl: string; mediaId: MediaId; unprocessed: MessagingHealth['unprocessed'] };

/** The settings of an account without its health. */
function audited(row: AccountRow): object {
  const { provider, address, name, department_id, is_active, business_id, smpp, per_second } = row;
  const { sealed_access_token, sealed_app_secret } = row;
  const secrets = { sealed_access_token, sealed_app_secret };
  return { provider, address, name, department_id, is_active, business_id, smpp, per_second, ...secrets };
}

function toAccount(
  row: Awaited<ReturnType<typeof store.listAccounts>>[number],
  { webhookUrl, mediaId, unprocessed }: SettingsExtras,
): MessagingAccount {
  const { id, provider, address, shown_address, per_second, name, department_id, is_active } = row;
  const { verify_token, updated_at, since, last_in_at, refused, business_id, smpp } = row;
  return {
    id,
    provider,
    address,
    shown_address,
    per_second,
    name,
    department_id,
    is_active,
    verify_token,
    updated_at,
    business_id,
    smpp,
    media_id: mediaId,
    has_access_token: row.sealed_access_token !== '',
    has_app_secret: row.sealed_app_secret !== '',
    webhook_url: webhookUrl,
    health: {
      state: is_active ? row.state : 'off',
      fault: is_active ? row.fault : null,
      said: is_active ? row.said : '',
      since,
      last_in_at,
      refused,
      waiting: row.waiting ?? 0,
      unprocessed,
    },
  };
}
