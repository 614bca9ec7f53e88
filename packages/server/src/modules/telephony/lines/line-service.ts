import { randomBytes } from 'node:crypto';
import type { listPhoneTargets, OpenedPhoneLine, ResponseOf } from '@trunkline/contract';
import type { Viewer } from '#platform/access';
import type { Tx } from '#platform/db';
import { AppError } from '#platform/errors';
import type { Platform } from '#platform/platform';
import { AmiError } from '../ami/errors.ts';
import type { GatewayRow } from '../gateways/gateway-store.ts';
import type { Gateways } from '../gateways/gateways-service.ts';
import type { Agents } from '#modules/agents';
import type { Auth } from '#modules/auth';
import * as store from './line-store.ts';
import { waitUntilUnregistered, savePhone, REALM, removePhone, findEndpointOwner } from './phone-objects.ts';
import { diallingContextOf, diallingRightsOf, type DiallingRights } from './dialling-rights.ts';

/** Phones in browsers, which are created at the gateway for some hours. */
export type BrowserPhones = {
  /** Returns to whom a call can be transferred; without queues if the gateway cannot be asked. */
  targets(): Promise<Targets>;
  /** The address of this user's phone while it is valid. */
  find(userId: number): Promise<{ ws_url: string; extension: string; expires_at: string } | undefined>;
  /**
   * Creates the phone, or gives it another password; if something is missing for that, the result says what. @throws AppError
   * `unavailable`: the gateway does not answer; `conflict`: the extension has just been given to another user
   */
  open(viewer: Viewer): Promise<OpenedPhoneLine>;
};

type Deps = Pick<Platform, 'db' | 'clock' | 'log' | 'jobs' | 'events' | 'notices'> & {
  gateways: Gateways;
  agents: Agents;
  auth: Pick<Auth, 'viewerOf'>;
};
type Targets = ResponseOf<typeof listPhoneTargets>['data'];

type Owner = { userId: number; fullname: string; extension: string; reach: DiallingRights };

/** Parts of the settings whose change may give a phone to somebody else, or allow it other calls. */
const LOOK_AGAIN = new Set(['people', 'phone-gateways', 'level']);
/** About the length of a shift. A page renews its phone before; otherwise it has to be opened again. */
const GOOD_FOR_MS = 8 * 3_600_000;

/** See `Lines` and docs/decisions/0026-lines-made-at-the-gateway.md. */
export function createBrowserPhones({
  db,
  clock,
  log,
  jobs,
  events,
  notices,
  gateways,
  agents,
  auth,
}: Deps): BrowserPhones {
  /** The first gateway that supports phones in browsers. */
  const gatewayFor = async (): Promise<GatewayRow | undefined> =>
    (await gateways.rows()).find((row) => row.is_active && row.ws_url !== '');

  async function make(owner: Owner, gateway: GatewayRow) {
    const { userId, fullname, extension, reach } = owner;
    const password = randomBytes(24).toString('base64url');
    const expiresAt = new Date(clock.now().getTime() + GOOD_FOR_MS);
    return gateways.visit(gateway, async (visit): Promise<OpenedPhoneLine> => {
      if ((await findEndpointOwner(visit, extension)) === 'theirs') return { missing: 'phone' };
      const line = { user_id: userId, gateway_id: gateway.id, extension, reach };
      // Stored here first, so that a phone at the gateway is always known and can be removed.
      await db.transaction((tx) => store.upsertLine(tx.q, { ...line, expires_at: expiresAt }));
      const context = await diallingContextOf(visit, reach);
      await savePhone(visit, { extension, name: fullname, password, context }, gateway);
      if ((await findEndpointOwner(visit, extension)) !== 'ours') {
        await removePhone(visit, extension);
        await store.deleteLine(db.q, line);
        return { missing: 'sorcery' };
      }
      // Meanwhile the extension may have been given to another user.
      const now = await store.findValidLine(db.q, userId, clock.now());
      if (now?.extension !== extension) {
        await removePhone(visit, extension);
        throw new AppError('conflict');
      }
      return { missing: null, extension, realm: REALM, password, expires_at: expiresAt.toISOString() };
    });
  }

  /** Phones whose owners have other dialling rights than when they were created. Rights come from the role. */
  async function listOutOfReach() {
    const lines = await store.listValidLines(db.q, clock.now());
    const reaches = new Map<number, DiallingRights | undefined>();
    for (const { user_level_id: level, user_id: userId } of lines) {
      if (reaches.has(level)) continue;
      const viewer = await auth.viewerOf(userId);
      reaches.set(level, viewer && diallingRightsOf(viewer));
    }
    return lines.filter(({ user_level_id: level, reach }) => reaches.get(level) !== reach);
  }

  /**
   * Removes phones that have expired or whose owner or rights have changed. A gateway that cannot be asked is tried again
   * later.
   */
  async function endFallen(): Promise<void> {
    const fallen = [...(await store.listInvalidLines(db.q, clock.now())), ...(await listOutOfReach())];
    for (const { user_id: userId } of fallen) notices.send('phone-line-ended', { user_id: userId });
    for (const line of fallen) {
      const gateway = await gateways.find(line.gateway_id);
      if (!gateway) continue;
      try {
        await db.transaction((tx) => takeAway(tx, gateway, line));
      } catch (error) {
        if (!(error instanceof AmiError)) throw error;
        log.warn({ err: error, gateway: gateway.id }, 'a phone in a browser could not be taken away yet');
      }
    }
  }
  /** A phone that was created anew meanwhile stays. */
  async function takeAway(tx: Tx, gateway: GatewayRow, line: store.StoredLine) {
    if (!(await store.lockLine(tx.q, line))) return;
    await gateways.visit(gateway, async (visit) => {
      await waitUntilUnregistered(visit, line.extension);
      await removePhone(visit, line.extension);
    });
    await store.deleteLine(tx.q, line);
  }
  jobs.define('phone:end-lines', endFallen);
  jobs.schedule('phone:end-lines', '* * * * *');
  events.onEvent(({ name, payload }) => {
    const { part } = payload as { part?: string };
    if (name !== 'settings-changed' || !LOOK_AGAIN.has(part ?? '')) return;
    // Not by a job: those may be busy, and the user must not go on phoning meanwhile.
    endFallen().catch((error: unknown) =>
      log.warn({ err: error }, 'phones in browsers are looked at in a minute'),
    );
  });

  async function queuesOf(gateway: GatewayRow): Promise<string[]> {
    const queues = await gateways.visit(gateway, (visit) => visit.list({ Action: 'QueueSummary' }));
    return queues.flatMap((queue) => queue.get('Queue') ?? []).toSorted((a, b) => a.localeCompare(b));
  }

  return {
    async targets() {
      const gateway = await gatewayFor();
      const extensions = new Map((await store.listExtensions(db.q)).map((one) => [one.id, one.extension]));
      const people = (await agents.list()).flatMap(({ id, fullname, user_activity_id, activity_cause }) => {
        const extension = extensions.get(id);
        return extension === undefined ? [] : [{ id, fullname, extension, user_activity_id, activity_cause }];
      });
      return { people, queues: gateway ? await queuesOf(gateway).catch(() => []) : [] };
    },

    find: (userId) => store.findValidLine(db.q, userId, clock.now()),

    async open(viewer) {
      const person = await store.findLineUser(db.q, viewer.id);
      if (!person?.extension) return { missing: 'extension' };
      const gateway = await gatewayFor();
      if (!gateway) return { missing: 'gateway' };
      try {
        const { fullname, extension } = person;
        return await make(
          { userId: viewer.id, fullname, extension, reach: diallingRightsOf(viewer) },
          gateway,
        );
      } catch (error) {
        if (!(error instanceof AmiError)) throw error;
        log.warn({ err: error, gateway: gateway.id }, 'no phone could be made at the gateway');
        throw new AppError('unavailable');
      }
    },
  };
}
