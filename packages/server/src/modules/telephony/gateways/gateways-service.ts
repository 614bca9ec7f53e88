import {
  Media,
  type BodyOf,
  type createPhoneGateway,
  type LostGateway,
  type PhoneGateway,
  type testPhoneGateway,
  type updatePhoneGateway,
} from '@trunkline/contract';
import type { Viewer } from '#platform/access';
import type { Query, Tx } from '#platform/db';
import { auditedChange } from '#platform/audit';
import { AppError, found } from '#platform/errors';
import { isHiddenHost, withConstantTiming } from '#platform/network/own-network';
import { createPrivateHosts } from '#platform/network/private-hosts';
import type { Platform } from '#platform/platform';
import type { Settings } from '#modules/settings';
import { AmiError } from '../ami/errors.ts';
import { openAmi, type AmiAddress, type AmiSession } from '../ami/session.ts';
import * as store from './gateway-store.ts';
import type { GatewayRow, StoredHealth } from './gateway-store.ts';

/**
 * Gateways and their settings. The notice `phone-gateways` wakes whoever follows them. @throws AppError `not_found` for an
 * unknown id
 */
export type Gateways = {
  /** The address with the decrypted secret. */
  address(row: GatewayRow): AmiAddress;
  /**
   * What may be told of a fault: of a host on our own network that the operator has not opened only whether a gateway answers
   * there, so that nobody explores the network by it.
   */
  reportableFault(host: string, error: AmiError): Promise<Pick<Tested, 'fault' | 'said'>>;
  find(id: number): Promise<GatewayRow | undefined>;
  /** Opens a connection of its own and asks the gateway, from any process. @throws AmiError */
  visit<T>(row: GatewayRow, work: (session: GatewayRequests) => Promise<T>): Promise<T>;
  rows(): Promise<GatewayRow[]>;
  list(): Promise<PhoneGateway[]>;
  /** The active ones to which there is no connection. */
  listLost(): Promise<LostGateway[]>;
  /** Stores the health, and tells every screen if it has changed. */
  setHealth(id: number, health: StoredHealth): Promise<void>;
  create(viewer: Viewer, body: BodyOf<typeof createPhoneGateway>): Promise<PhoneGateway>;
  /**
   * @throws AppError `invalid` where the address changes without the secret: otherwise the stored secret would be sent to an
   * address of the editor's choice
   */
  update(viewer: Viewer, id: number, patch: Patch): Promise<PhoneGateway>;
  /** A gateway that recorded calls refer to is not removed but deactivated. */
  remove(viewer: Viewer, id: number): Promise<{ removed: boolean }>;
  /** Signs in at the gateway; errors are returned in the result. */
  test(body: BodyOf<typeof testPhoneGateway>): Promise<Tested>;
};

type Deps = Pick<Platform, 'db' | 'clock' | 'secrets' | 'notices'> & {
  settings: Settings;
  /** Hosts of the private network of which the faults are told. */
  privateHosts: readonly string[];
};
type Patch = BodyOf<typeof updatePhoneGateway>;
export type GatewayRequests = Pick<AmiSession, 'ask' | 'list'>;
type Tested = { fault: AmiError['errorCode'] | null; said: string; version: string };

/** See `Gateways`. */
export function createGateways({ db, clock, secrets, notices, settings, privateHosts }: Deps): Gateways {
  const opened = createPrivateHosts(privateHosts);

  async function change(
    viewer: Viewer,
    { action, id: own }: { action: string; id?: number },
    work: (tx: Tx) => Promise<number>,
  ): Promise<PhoneGateway> {
    const id = await db.transaction(async (tx) => {
      const before = own === undefined ? undefined : await store.findGateway(tx.q, own);
      const changed = await work(tx);
      const after = await store.findGateway(tx.q, changed);
      const details = auditedChange(before && audited(before), after && audited(after)) ?? {};
      await emitGatewayState(tx, viewer, { action, id: changed, details });
      return changed;
    });
    return toGateway(found(await store.findGateway(db.q, id)));
  }

  async function emitGatewayState(
    tx: Tx,
    viewer: Viewer,
    { action, id, details }: { action: string; id: number; details: object },
  ): Promise<void> {
    await settings.audit(tx.q, { viewer, action, subject: String(id), details });
    tx.emit('settings-changed', { part: 'phone-gateways' }, ['everyone']);
    tx.afterCommit(() => notices.send('phone-gateways', { id }));
  }

  async function demandDepartment(q: Query, id: number | undefined): Promise<void> {
    if (id === undefined || (await settings.findDepartment(q, id))) return;
    throw new AppError('invalid_reference', [{ path: 'department_id', message: 'Unknown department' }]);
  }

  async function setHealth(tx: Tx, id: number, health: StoredHealth): Promise<void> {
    if (!(await store.updateHealth(tx.q, id, health, clock.now()))) return;
    tx.emit('phone-gateway-health', { id, state: health.state }, ['everyone']);
  }

  async function reportableFault(host: string, error: AmiError): Promise<Pick<Tested, 'fault' | 'said'>> {
    if (isTelling(error) && (await isHiddenHost(opened, host))) return { fault: 'unreachable', said: '' };
    return { fault: error.errorCode, said: error.message };
  }

  const address = ({ host, port, is_tls: isTls, username, secret }: GatewayRow): AmiAddress => ({
    host,
    port,
    isTls,
    username,
    secret: secrets.decrypt(secret),
  });

  /** The secret to test with. A stored one is only used with the stored address and user, so that it cannot be sent elsewhere. */
  async function secretFor({ id, secret, ...reach }: BodyOf<typeof testPhoneGateway>): Promise<string> {
    if (secret !== undefined) return secret;
    const row = id === undefined ? undefined : await store.findGateway(db.q, id);
    if (!row || placeOf(row) !== placeOf(reach))
      throw new AppError('invalid', [{ path: 'secret', message: 'The secret is required' }]);
    return secrets.decrypt(row.secret);
  }

  /** Another address or user needs the secret again, as in `secretFor`. */
  function demandSecret(before: GatewayRow, { secret, ...patch }: Patch): void {
    const after = { ...before, ...patch };
    const isElsewhere = placeOf(after) !== placeOf(before) || fetchesElsewhere(before, after.ws_url);
    if (secret === undefined && isElsewhere)
      throw new AppError('invalid', [
        { path: 'secret', message: 'Enter the secret again for another address' },
      ]);
  }

  return {
    address,
    reportableFault,
    find: (id) => store.findGateway(db.q, id),

    visit: <T>(row: GatewayRow, work: (session: GatewayRequests) => Promise<T>): Promise<T> =>
      oneSession(address(row), work),

    rows: () => store.listGateways(db.q),
    list: async () => (await store.listGateways(db.q)).map(toGateway),
    listLost: async () =>
      (await store.listGateways(db.q))
        .filter((row) => row.is_active && row.state === 'failing')
        .map(({ id, name, since }) => ({ id, name, since })),
    setHealth: (id, health) =>
      db.transaction(async (tx) => {
        await store.lockGateway(tx.q, id);
        // An attempt to connect may fail after the gateway was deactivated.
        if ((await store.findGateway(tx.q, id))?.is_active) await setHealth(tx, id, health);
      }),

    create: (viewer, body) =>
      change(viewer, { action: 'phone-gateway.created' }, async (tx) => {
        const { name, department_id, is_active, secret, ...rest } = body;
        await demandDepartment(tx.q, department_id);
        const id = await settings.accounts.insert(tx, { name, department_id, media_id: Media.voiceCall });
        await store.insertGateway(tx.q, id, { ...rest, secret: secrets.encrypt(secret) });
        if (is_active) return id;
        await settings.accounts.update(tx, { id, media_id: Media.voiceCall, is_active });
        await setHealth(tx, id, OFF);
        return id;
      }),

    update: (viewer, id, patch) =>
      change(viewer, { action: 'phone-gateway.changed', id }, async (tx) => {
        const before = found(await store.findGateway(tx.q, id));
        demandSecret(before, patch);
        const { name, department_id, is_active, secret, ...rest } = patch;
        await demandDepartment(tx.q, department_id);
        const account = {
          ...(name !== undefined && { name }),
          ...(department_id !== undefined && { department_id }),
          ...(is_active !== undefined && { is_active }),
        };
        await settings.accounts.update(tx, { id, media_id: Media.voiceCall, ...account });
        await store.updateGateway(tx.q, id, {
          ...rest,
          ...(secret !== undefined && { secret: secrets.encrypt(secret) }),
        });
        if (is_active !== undefined && is_active !== before.is_active)
          await setHealth(tx, id, is_active ? STARTING : OFF);
        return id;
      }),

    remove: (viewer, id) =>
      db.transaction(async (tx) => {
        const before = found(await store.findGateway(tx.q, id));
        const details = { before: audited(before) };
        await emitGatewayState(tx, viewer, { action: 'phone-gateway.removed', id, details });
        if (await store.isGatewayUsed(tx.q, id)) {
          await settings.accounts.update(tx, { id, media_id: Media.voiceCall, is_active: false });
          await setHealth(tx, id, OFF);
          return { removed: false };
        }
        await store.removeGateway(tx.q, id);
        await settings.accounts.remove(tx, id);
        return { removed: true };
      }),

    async test(body) {
      const { host, port, is_tls: isTls, username } = body;
      const secret = await secretFor(body);
      let version = '';
      const attempt = async () => {
        const answer = await oneSession({ host, port, isTls, username, secret }, (session) =>
          session.ask({ Action: 'CoreSettings' }),
        );
        version = answer.get('AsteriskVersion') ?? '';
      };
      try {
        if (await isHiddenHost(opened, host))
          await withConstantTiming(attempt, { clock, isTelling, tooLate });
        else await attempt();
        return { fault: null, said: '', version };
      } catch (error) {
        if (!(error instanceof AmiError)) throw error;
        return { ...(await reportableFault(host, error)), version: '' };
      }
    },
  };
}

async function oneSession<T>(
  address: AmiAddress,
  work: (session: GatewayRequests) => Promise<T>,
): Promise<T> {
  const { signal } = new AbortController();
  const session = await openAmi(address, { onEvent: () => undefined, signal });
  return work(session).finally(() => session.close());
}

/** Whether the error would reveal if a port is closed or open, or what else listens there. */
const isTelling = (error: unknown): boolean =>
  !(error instanceof AmiError && ['refused', 'failed'].includes(error.errorCode));

const tooLate = (): AmiError => new AmiError('unreachable');

const OFF: StoredHealth = { state: 'off', fault: null, said: '' };
const STARTING: StoredHealth = { state: 'starting', fault: null, said: '' };

/** The settings without the health, for the audit log. */
function audited(row: GatewayRow): object {
  const { health: _, updated_at: _at, ...shown } = toGateway(row);
  return { ...shown, secret: row.secret };
}

function toGateway(row: GatewayRow): PhoneGateway {
  const { id, name, department_id, is_active, host, port, is_tls, username, after_call_seconds } = row;
  const { ws_url, media_address, server_url, state, fault, said, since, updated_at } = row;
  return {
    id,
    name,
    department_id,
    is_active,
    host,
    port,
    is_tls,
    username,
    after_call_seconds,
    ws_url,
    media_address,
    server_url,
    health: { state, fault, said, since },
    updated_at,
  };
}

/** The address and user for which a stored secret may be used. */
const placeOf = ({
  host,
  port,
  is_tls: isTls,
  username,
}: Pick<GatewayRow, 'host' | 'port' | 'is_tls' | 'username'>) =>
  JSON.stringify([host, port, isTls, username]);

/** Whether recordings, which are fetched with the secret, would be fetched from another host or port, or over another line. */
const fetchesElsewhere = (before: GatewayRow, wsUrl: string): boolean =>
  ![originOf(before.ws_url), ''].includes(originOf(wsUrl));

const originOf = (url: string): string => {
  const { protocol, host } = URL.canParse(url) ? new URL(url) : { protocol: '', host: '' };
  return host && `${protocol}//${host}`;
};
