import { createHash } from 'node:crypto';
import type { PhoneSetupState, SETUP_FAULTS, TRUNK_STATES } from '@trunkline/contract';
import type { Tx } from '#platform/db';
import { found } from '#platform/errors';
import type { Platform } from '#platform/platform';
import type { Settings } from '#modules/settings';
import { AmiError } from '../ami/errors.ts';
import type { GatewayRow } from '../gateways/gateway-store.ts';
import type { Gateways, GatewayRequests } from '../gateways/gateways-service.ts';
import type { QueuePauses } from '../gateways/pauses.ts';
import type { GatewayRefusal } from '../ami/refusals.ts';
import { isGatewayRefusal, isSameConfig, readFile, writeFile } from './config-file.ts';
import { configFileText, type ConfigSection } from './config-text.ts';
import { dialPlan, itemsOfKind, LOADED_MARK_CONTEXT, type DialPlanInput } from './dial-plan.ts';
import { queueSections } from './queue-file.ts';
import { APPLY_SETUP_JOB, listItems, phoneSetupStateOf } from './setup-service.ts';
import * as store from './setup-store.ts';
import { trunkName, trunkSections } from './trunk-file.ts';
import { trunkStates } from './trunk-states.ts';

/** Writes the configuration to gateways, and checks whether they have it. */
export type SetupApplying = {
  /** A gateway is connected again: it may have lost its configuration. */
  onGatewayConnected(id: number): Promise<void>;
  /** Applies it now, without a job; errors are in the returned state. @throws AppError `not_found` */
  applyNow(id: number): Promise<PhoneSetupState>;
  /** The state of each trunk, as the gateway reports it. */
  trunkStates(id: number): Promise<{ id: number; state: (typeof TRUNK_STATES)[number] }[]>;
};

type Deps = Pick<Platform, 'db' | 'clock' | 'log' | 'jobs' | 'events' | 'secrets' | 'publicUrl'> & {
  gateways: Gateways;
  settings: Settings;
  pauses: Pick<QueuePauses, 'arrange'>;
};
type Fault = (typeof SETUP_FAULTS)[number];
type File = { name: string; modules: readonly string[]; sections: readonly ConfigSection[] };

/** Settings that affect the files in addition to the configuration itself. */
const PARTS = new Set(['people', 'reference', 'phone-gateways']);
const HOURS = new Set(['office_hours', 'holidays']);
const DAY_MS = 86_400_000;
const ADDRESS = /^https?:\/\/[\w.:-]+(?:\/[\w./~-]*)?$/;

class SetupFault extends Error {
  readonly fault: Fault;
  constructor(fault: Fault, said = '') {
    super(said);
    this.fault = fault;
  }
}

/** See `SetupApplying` and docs/decisions/0029-…. */
export function createSetupApplying(deps: Deps): SetupApplying {
  const { db, clock, log, jobs, events, secrets, publicUrl, gateways, settings, pauses } = deps;

  async function planOf(gateway: GatewayRow): Promise<DialPlanInput> {
    const { q } = db;
    const [items, rows, people] = await Promise.all([
      listItems(q, gateway.id),
      store.listItems(q, gateway.id),
      store.listPeople(q),
    ]);
    const named = items.flatMap((item) => (item.kind === 'number' ? (item.office_hours_id ?? []) : []));
    const base = (gateway.server_url || publicUrl()).replace(/\/+$/, '');
    return {
      items,
      hours: await settings.officeHours.list(q, [...new Set(named)]),
      extensions: new Map(people.map(({ id, extension }) => [id, extension])),
      secrets: new Map(
        rows.flatMap(({ id, secret }) => (secret === '' ? [] : [[id, secrets.decrypt(secret)]])),
      ),
      promptUrl: ({ url }) => {
        if (!ADDRESS.test(base)) throw new SetupFault('no_address', base);
        return `${base}${url}`;
      },
      // A day of tolerance: in other time zones it is still yesterday.
      today: new Date(clock.now().getTime() - DAY_MS).toISOString().slice(0, 10),
    };
  }

  /** Writes the files that differ, and has the gateway load them. @throws AmiError, SetupFault */
  async function write(visit: GatewayRequests, files: readonly File[], isDoubtful: boolean): Promise<void> {
    for (const { name, modules, sections } of files) {
      const isThere = isSameConfig(await readFile(visit, name), sections);
      if (!isThere) await writeFile(visit, name, sections);
      if (isThere && !isDoubtful) continue;
      for (const Module of modules) await visit.ask({ Action: 'Reload', Module });
    }
  }

  async function writeSetup(gateway: GatewayRow, isAsked: boolean): Promise<void> {
    const before = await store.findSetup(db.q, gateway.id);
    const plan = await planOf(gateway);
    const files = filesOf(plan);
    const digest = digestOf(files);
    const isDone = before?.state === 'applied' && before.applied === digest;
    if (isDone && !isAsked) return;
    await gateways.visit(gateway, async (visit) => {
      await write(visit, files, !isDone);
      await demandLoaded(visit, plan);
      // New queue members must not be rung while they take no calls.
      await pauses.arrange(visit);
    });
    await tellApplied(gateway, digest);
  }

  /** Stores that it was applied, unless it was changed meanwhile: that change has a job of its own. */
  async function tellApplied(gateway: GatewayRow, digest: string): Promise<void> {
    await db.transaction(async (tx) => {
      await store.lockSetup(tx.q, gateway.id);
      const isWanted = digestOf(filesOf(await planOf(gateway))) === digest;
      const state = isWanted ? 'applied' : 'waiting';
      await recordSetup(tx, gateway.id, { state, fault: null, said: '', applied: digest });
    });
  }

  async function recordSetup(
    tx: Tx,
    id: number,
    standing: Parameters<typeof store.upsertSetup>[2],
  ): Promise<void> {
    if (await store.upsertSetup(tx.q, id, standing, clock.now()))
      tx.emit('settings-changed', { part: 'phone-setup' }, ['everyone']);
  }

  /** Changes that are made while this runs have a job of their own. */
  async function apply(id: number, { isAsked = false } = {}): Promise<void> {
    const gateway = await gateways.find(id);
    if (!gateway?.is_active) return;
    await db.transaction(async (tx) => {
      await store.lockApplying(tx.q, id);
      if (!(await store.findSetup(tx.q, id))) return;
      await writeSetup(gateway, isAsked).catch(async (error: unknown) => {
        const { fault, said } = faultOf(error);
        // A lost connection is shown with the gateway; this is tried again as soon as it is back.
        const state = AWAY.has(fault) ? 'waiting' : 'failed';
        if (state === 'failed')
          log.warn({ err: error, gateway: id }, 'a gateway does not take what is set up');
        await db.transaction((own) => recordSetup(own, id, { state, fault, said }));
      });
    });
  }

  jobs.define(APPLY_SETUP_JOB, async ({ gateway_id: id }: { gateway_id: number }) => apply(id));
  jobs.define('phone:apply-setups', async () => {
    for (const id of await store.listSetups(db.q)) await apply(id);
  });
  // The files depend on the date, and a crash may have left changes.
  jobs.schedule('phone:apply-setups', '* * * * *');
  events.onEvent(({ name, payload }) => {
    const { part = '', list = '' } = payload as { part?: string; list?: string };
    if (name !== 'settings-changed' || !(PARTS.has(part) || HOURS.has(list))) return;
    enqueueAll().catch((error: unknown) => log.warn({ err: error }, 'gateways are looked at in a minute'));
  });

  async function enqueueAll(): Promise<void> {
    const ids = await store.listSetups(db.q);
    if (ids.length === 0) return;
    await db.transaction(async (tx) => {
      for (const id of ids) await enqueue(tx, id);
    });
  }

  return {
    async onGatewayConnected(id) {
      await apply(id, { isAsked: true });
    },

    async applyNow(id) {
      found(await gateways.find(id));
      await apply(id, { isAsked: true });
      return phoneSetupStateOf(await store.findSetup(db.q, id));
    },

    async trunkStates(id) {
      const gateway = found(await gateways.find(id));
      const trunks = (await listItems(db.q, id)).flatMap((item) => (item.kind === 'trunk' ? [item] : []));
      if (trunks.length === 0) return [];
      return gateways
        .visit(gateway, (visit) => trunkStates(visit, trunks))
        .catch((error: unknown) => {
          if (!(error instanceof AmiError)) throw error;
          return [];
        });
    },
  };
}

const enqueue = (tx: Tx, id: number): Promise<void> =>
  tx.enqueue(APPLY_SETUP_JOB, { gateway_id: id }, { key: `${APPLY_SETUP_JOB}:${id}` });

/** Files come after those that they refer to. */
const filesOf = (plan: DialPlanInput): File[] => [
  { name: 'queues_trunkline.conf', modules: ['app_queue.so'], sections: queueSections(plan) },
  {
    name: 'pjsip_trunkline.conf',
    modules: ['res_pjsip.so', 'res_pjsip_endpoint_identifier_ip.so', 'res_pjsip_outbound_registration.so'],
    sections: trunkSections(plan),
  },
  { name: 'extensions_trunkline.conf', modules: ['pbx_config.so'], sections: dialPlan(plan) },
];

const digestOf = (files: readonly File[]): string =>
  createHash('sha256')
    .update(files.map(({ name, sections }) => `${name}\n${configFileText(sections)}`).join('\n'))
    .digest('hex');

/** The gateway accepts a file that nothing includes, so check that it was loaded. @throws SetupFault */
async function demandLoaded(visit: GatewayRequests, plan: DialPlanInput): Promise<void> {
  await demandEntries(
    visit,
    { Action: 'ShowDialPlan', Context: LOADED_MARK_CONTEXT },
    'extensions_trunkline.conf',
  );
  const [queue] = itemsOfKind(plan, 'queue');
  if (queue)
    await demandEntries(visit, { Action: 'QueueSummary', Queue: queue.queue }, 'queues_trunkline.conf');
  const [trunk] = itemsOfKind(plan, 'trunk');
  if (trunk)
    await demandEntries(
      visit,
      { Action: 'PJSIPShowEndpoint', Endpoint: trunkName(trunk.id) },
      'pjsip_trunkline.conf',
    );
}

async function demandEntries(
  visit: GatewayRequests,
  action: { Action: string } & Record<string, string>,
  file: string,
): Promise<void> {
  const entries = await visit.list(action).catch((error: unknown) => {
    if (isGatewayRefusal(error) && error.refusal !== 'no_permission') return [];
    throw error;
  });
  if (entries.length === 0) throw new SetupFault('not_included', file);
}

const AWAY: ReadonlySet<Fault> = new Set<Fault>(['unreachable', 'lost', 'late']);

/** Rethrows errors that do not come from the gateway. */
function faultOf(error: unknown): { fault: Fault; said: string } {
  if (error instanceof SetupFault) return { fault: error.fault, said: error.message };
  if (!(error instanceof AmiError)) throw error;
  const { errorCode: fault, refusal, message: said } = error;
  return { fault: (refusal && FAULTS[refusal]) ?? fault, said };
}

const FAULTS: Partial<Record<GatewayRefusal, Fault>> = {
  no_permission: 'no_right',
  no_file: 'no_file',
  file_exists: 'no_file',
  not_writable: 'no_file',
};
