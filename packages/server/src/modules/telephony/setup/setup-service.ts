import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import type { PhoneSetupItem, PhoneSetupState, TypedPhoneItem } from '@trunkline/contract';
import { PHONE_SETUP_LIMITS } from '@trunkline/contract';
import type { Viewer } from '#platform/access';
import type { Query, Tx } from '#platform/db';
import { auditedChange } from '#platform/audit';
import { AppError, found } from '#platform/errors';
import type { Platform } from '#platform/platform';
import type { Settings } from '#modules/settings';
import type { Gateways } from '../gateways/gateways-service.ts';
import { missingReferencesIn, isNameOrNumberTaken, queueName, referencesIn } from './setup-rules.ts';
import * as store from './setup-store.ts';
import type { ItemRow, PromptSound } from './setup-store.ts';
import { readSound } from './sound.ts';

type Deps = Pick<Platform, 'db' | 'clock' | 'secrets'> & { gateways: Gateways; settings: Settings };
/** The user and the gateway of a change. */
type GatewayAccess = { viewer: Viewer; gatewayId: number };

export const APPLY_SETUP_JOB = 'phone:apply-setup';

/** The path of a prompt's sound on this server. */
const promptPath = (file: string): string => `/api/phone/prompts/${file}`;

/**
 * The configuration of a gateway: numbers, queues, prompts, menus, trunks. @throws AppError `invalid_reference` for an item
 * that leads to nothing
 */
export type SetupItems = {
  read(gatewayId: number): Promise<{ items: PhoneSetupItem[]; state: PhoneSetupState }>;
  /** @throws AppError `duplicate`: the name or number is taken; `too_large`: there are `SETUP.items` already */
  create(place: GatewayAccess, body: TypedPhoneItem): Promise<PhoneSetupItem>;
  update(place: GatewayAccess, id: number, body: TypedPhoneItem): Promise<PhoneSetupItem>;
  /** @throws AppError `in_use`: another item leads there */
  remove(place: GatewayAccess, id: number): Promise<void>;
  /** The audio of a prompt. */
  sound(file: string): Promise<Readable>;
};

/** See `SetupItems`. Each change enqueues a job that writes it to the gateway. */
export function createSetupItems({ db, clock, secrets, gateways, settings }: Deps): SetupItems {
  async function change(
    { viewer, gatewayId }: GatewayAccess,
    action: string,
    work: (tx: Tx, items: PhoneSetupItem[]) => Promise<number>,
  ): Promise<PhoneSetupItem[]> {
    found(await gateways.find(gatewayId));
    return db.transaction(async (tx) => {
      await store.lockSetup(tx.q, gatewayId);
      const before = await listItems(tx.q, gatewayId);
      const id = await work(tx, before);
      const items = await listItems(tx.q, gatewayId);
      const details = auditedChange(
        before.find((item) => item.id === id),
        items.find((item) => item.id === id),
      );
      await settings.audit(tx.q, {
        viewer,
        action: `phone-setup.${action}`,
        subject: `${gatewayId}/${id}`,
        details: details ?? {},
      });
      await store.upsertSetup(tx.q, gatewayId, { state: 'waiting', fault: null, said: '' }, clock.now());
      tx.emit('settings-changed', { part: 'phone-setup' }, ['everyone']);
      await tx.enqueue(
        APPLY_SETUP_JOB,
        { gateway_id: gatewayId },
        { key: `${APPLY_SETUP_JOB}:${gatewayId}` },
      );
      return items.filter((item) => item.id === id);
    });
  }

  /** Validates references and names. `own`: the item that is changed, which may refer to itself. */
  async function demandGood(
    tx: Tx,
    body: TypedPhoneItem,
    items: readonly PhoneSetupItem[],
    own = 0,
  ): Promise<void> {
    const dangling = missingReferencesIn(body, items);
    if (dangling.length > 0) throw new AppError('invalid_reference', dangling);
    const others = items.filter(({ id }) => id !== own);
    if (isNameOrNumberTaken(body, others)) throw new AppError('duplicate');
    await yieldCallsOut(tx, body, others);
    if (body.kind !== 'number' || body.office_hours_id === null) return;
    const [hours] = await settings.officeHours.list(tx.q, [body.office_hours_id]);
    if (!hours)
      throw new AppError('invalid_reference', [{ path: 'office_hours_id', message: 'Unknown office hours' }]);
  }

  /** Only one trunk is for outside calls: clears the flag of the others. */
  async function yieldCallsOut(
    tx: Tx,
    body: TypedPhoneItem,
    others: readonly PhoneSetupItem[],
  ): Promise<void> {
    if (body.kind !== 'trunk' || !body.is_for_calls_out) return;
    for (const other of others) {
      if (other.kind !== 'trunk' || !other.is_for_calls_out) continue;
      const { id, name, kind: _, has_secret: __, ...rest } = other;
      await store.updateItem(tx.q, id, { name, settings: { ...rest, is_for_calls_out: false } });
    }
  }

  const secretOf = (body: TypedPhoneItem): { secret?: string } =>
    body.kind === 'trunk' && body.secret !== undefined
      ? { secret: body.secret === '' ? '' : secrets.encrypt(body.secret) }
      : {};

  return {
    async read(gatewayId) {
      found(await gateways.find(gatewayId));
      const [items, setup] = await Promise.all([
        listItems(db.q, gatewayId),
        store.findSetup(db.q, gatewayId),
      ]);
      return { items, state: phoneSetupStateOf(setup) };
    },

    async create(place, body) {
      const sound = await soundOf(body);
      if (body.kind === 'prompt' && !sound)
        throw new AppError('invalid', [{ path: 'audio', message: 'The recording is empty' }]);
      // The operator may have queues of their own, whose names are taken.
      const theirs = body.kind === 'queue' ? await queuesAt(place.gatewayId) : [];
      const [made] = await change(place, 'created', async (tx, items) => {
        if (items.length >= PHONE_SETUP_LIMITS.items) throw new AppError('too_large');
        await demandGood(tx, body, items);
        const own = items.flatMap((item) => (item.kind === 'queue' ? [item.queue] : []));
        const queue = body.kind === 'queue' ? queueName(body.name, new Set([...theirs, ...own])) : '';
        const fields = { ...fieldsOf(body), kind: body.kind, queue, ...secretOf(body) };
        const id = await store.insertItem(tx.q, place.gatewayId, fields);
        if (sound) await store.upsertSound(tx.q, id, sound);
        return id;
      });
      return found(made);
    },

    async update(place, id, body) {
      const sound = await soundOf(body);
      const [changed] = await change(place, 'changed', async (tx, items) => {
        demandSecret(found(items.find((item) => item.id === id && item.kind === body.kind)), body);
        await demandGood(tx, body, items, id);
        await store.updateItem(tx.q, id, { ...fieldsOf(body), ...secretOf(body) });
        if (sound) await store.upsertSound(tx.q, id, sound);
        return id;
      });
      return found(changed);
    },

    async remove(place, id) {
      await change(place, 'removed', async (tx, items) => {
        found(items.find((item) => item.id === id));
        const isLedTo = items.some(
          (item) => item.id !== id && referencesIn(item).some((one) => one.id === id),
        );
        if (isLedTo) throw new AppError('in_use', { reason: 'led_to' });
        await store.deleteItem(tx.q, id);
        return id;
      });
    },

    async sound(file) {
      const row = found(await store.findSound(db.q, file));
      return Readable.from([row.audio]);
    },
  };

  /** Names of the gateway's queues; none if it cannot be asked. */
  async function queuesAt(gatewayId: number): Promise<string[]> {
    const gateway = found(await gateways.find(gatewayId));
    const asked = gateways.visit(gateway, (visit) => visit.list({ Action: 'QueueSummary' }));
    const queues = await asked.catch(() => []);
    return queues.flatMap((queue) => queue.get('Queue') ?? []);
  }
}

async function soundOf(body: TypedPhoneItem): Promise<PromptSound | undefined> {
  if (body.kind !== 'prompt' || body.audio === undefined) return undefined;
  return { file: `${randomBytes(24).toString('base64url')}.wav`, ...(await readSound(body.audio)) };
}

function fieldsOf(body: TypedPhoneItem): { name: string; settings: object } {
  const { name, kind: _, ...typed } = body;
  if ('audio' in typed) delete typed.audio;
  if ('secret' in typed) delete typed.secret;
  return { name, settings: typed };
}

/** The items of a gateway. */
export async function listItems(q: Query, gatewayId: number): Promise<PhoneSetupItem[]> {
  return (await store.listItems(q, gatewayId)).map(toItem);
}

function toItem(row: ItemRow): PhoneSetupItem {
  const { id, kind, name, settings, queue, secret, file, duration_ms } = row;
  const common = { ...settings, id, kind, name };
  const more =
    kind === 'queue'
      ? { queue }
      : kind === 'trunk'
        ? { has_secret: secret !== '' }
        : kind === 'prompt'
          ? { url: promptPath(file ?? ''), duration_ms: duration_ms ?? 0 }
          : {};
  // Validated when it was saved, and stored unchanged.
  return { ...common, ...more } as PhoneSetupItem;
}

export function phoneSetupStateOf(setup: Awaited<ReturnType<typeof store.findSetup>>): PhoneSetupState {
  if (!setup) return { state: 'none', fault: null, said: '', since: null };
  const { state, fault, said, since } = setup;
  return { state, fault, said, since };
}

/** A changed host needs the secret again: otherwise the stored secret would be sent to a host of the editor's choice. */
function demandSecret(before: PhoneSetupItem, body: TypedPhoneItem): void {
  if (before.kind !== 'trunk' || body.kind !== 'trunk' || !before.has_secret || body.secret !== undefined)
    return;
  if (before.host !== body.host || before.port !== body.port)
    throw new AppError('invalid', [{ path: 'secret', message: 'Enter the secret again for another host' }]);
}
