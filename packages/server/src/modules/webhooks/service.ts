import { randomUUID } from 'node:crypto';
import {
  WEBHOOK_RESTORE_SECONDS,
  WEBHOOK_TEST,
  type BodyOf,
  type createWebhook,
  type listWebhookDeliveries,
  type QueryOf,
  type updateWebhook,
  type Webhook,
  type WebhookDelivery,
} from '@trunkline/contract';
import type { Viewer } from '#platform/access';
import { auditedChange } from '#platform/audit';
import type { EmittedEvent, Tx } from '#platform/db';
import { AppError, found } from '#platform/errors';
import type { Platform } from '#platform/platform';
import { guardAddress } from '#platform/network/address-guard';
import { createPrivateHosts } from '#platform/network/private-hosts';
import { randomToken } from '#platform/secrets';
import type { Customers } from '#modules/customers';
import { listExpired, type Settings } from '#modules/settings';
import { registerWebhookErasure } from './erasing.ts';
import * as deliveries from './delivery-store.ts';
import { webhookEventsOf, type WebhookEventData } from './webhook-events.ts';
import { createSending } from './sending-service.ts';
import * as store from './store.ts';
import type { WebhookRow } from './store.ts';

type Deps = Platform & {
  settings: Settings;
  customers: Pick<Customers, 'erasing'>;
  privateHosts: readonly string[];
};

/** How long the shutdown waits for deliveries under way. */
const GRACE_MS = 3000;
/** The subscribed events are read again at least this often, in case the notice of a change is lost. */
const WANTED_MS = 10_000;
const DAY_MS = 86_400_000;

/** Webhooks of other systems. Changes are written to the audit log. @throws AppError `not_found` for an unknown id */
export type Webhooks = {
  list(): Promise<Webhook[]>;
  /** Returns the signing secret, only this once. @throws AppError `invalid` for an address in the private network */
  create(viewer: Viewer, body: BodyOf<typeof createWebhook>): Promise<{ data: Webhook; secret: string }>;
  update(viewer: Viewer, id: number, body: BodyOf<typeof updateWebhook>): Promise<Webhook>;
  /** It can be restored within `WEBHOOK_RESTORE_SECONDS`. */
  remove(viewer: Viewer, id: number): Promise<void>;
  restore(viewer: Viewer, id: number): Promise<Webhook>;
  /** Returns the new secret, only this once; the old one is invalid from now on. */
  renewSecret(viewer: Viewer, id: number): Promise<string>;
  /** Sends a test delivery, also for an inactive webhook. */
  test(viewer: Viewer, id: number): Promise<WebhookDelivery>;
  /** Resumes a webhook that was paused after failures, with all queued deliveries. */
  resume(viewer: Viewer, id: number): Promise<Webhook>;
  /** Newest first, as far back as they are kept. */
  listDeliveries(
    id: number,
    page: QueryOf<typeof listWebhookDeliveries>,
  ): Promise<{ data: WebhookDelivery[]; has_more: boolean }>;
  /** Sends a delivery again with the same id. @throws AppError `conflict` while it is still queued */
  replay(viewer: Viewer, deliveryId: number): Promise<WebhookDelivery>;
  /** Emits a webhook event that follows from no event of ours, as part of a transaction. */
  enqueueEvent(tx: Tx, news: WebhookEventData): Promise<void>;
  /** Sends what is due; a job runs it every minute. */
  recoverPending(): Promise<void>;
  /** Starts to send, also what was left before. */
  start(): void;
  /** Waits a moment for running deliveries. */
  stop(): Promise<void>;
};

export function createWebhooks(deps: Deps): Webhooks {
  const { db, clock, jobs, notices, secrets, settings } = deps;
  registerWebhookErasure(deps.customers);
  const close = new AbortController();
  const opened = createPrivateHosts(deps.privateHosts);
  const sending = createSending({ ...deps, opened, closing: close.signal });
  let wanted: { events: Promise<ReadonlySet<string>>; at: number } | undefined;
  notices.on('webhooks', () => (wanted = undefined));

  /** The events that any webhook subscribes to. Concurrent callers share one query. */
  function listWanted(): Promise<ReadonlySet<string>> {
    if (wanted && Date.now() - wanted.at < WANTED_MS) return wanted.events;
    // A failed query is not cached.
    const events = store.listSubscribedEvents(db.q);
    const own = { events, at: Date.now() };
    events.catch(() => {
      if (wanted === own) wanted = undefined;
    });
    wanted = own;
    return events;
  }

  /** Called in every transaction that emits events; costs nothing without webhooks. */
  async function keepNews(tx: Tx, newsNow: () => readonly WebhookEventData[]): Promise<void> {
    const names = await listWanted();
    if (names.size === 0) return;
    const now = clock.now();
    const news = newsNow().filter(({ event }) => names.has(event));
    if (news.length === 0) return;
    const written = news.map(({ data, ...one }) => write(one, data, now));
    const ids = await deliveries.insertEventDeliveries(tx.q, written, now);
    tx.afterCommit(() => ids.forEach(sending.wake));
  }
  db.onEmitting((tx: Tx, events: readonly EmittedEvent[]) => keepNews(tx, () => webhookEventsOf(events)));

  async function changed(tx: Tx, viewer: Viewer, entry: { action: string; id: number; details?: object }) {
    const { action, id, details = {} } = entry;
    await settings.audit(tx.q, {
      viewer,
      action: `webhook.${action}`,
      subject: `webhook ${id}`,
      details,
    });
    tx.emit('settings-changed', { part: 'webhooks' }, ['everyone']);
    tx.afterCommit(() => notices.send('webhooks', null));
  }

  async function read(id: number): Promise<Webhook> {
    const row = found(await store.find(db.q, id));
    return toWebhook(row, await store.countWaiting(db.q));
  }

  const newSecret = (): string => `whsec_${randomToken()}`;

  function demandUrl(url: string): void {
    try {
      guardAddress(url, { opened });
    } catch {
      throw new AppError('invalid', [
        {
          path: 'url',
          message:
            'Only addresses that begin with https:// and are not on the own network. The operator of the server can open hosts with WEBHOOK_PRIVATE_HOSTS.',
        },
      ]);
    }
  }

  settings.retention.register('deliveries', listExpired('webhook_deliveries', 'created_at'));
  jobs.define('webhooks:purge', () =>
    store.purgeRemovedWebhooks(db.q, new Date(clock.now().getTime() - DAY_MS)),
  );
  jobs.schedule('webhooks:purge', '23 3 * * *');

  return {
    recoverPending: sending.recoverPending,
    enqueueEvent: (tx, news) => keepNews(tx, () => [news]),
    start: sending.start,
    async stop() {
      const cancel = clock.after(GRACE_MS, () => close.abort());
      await sending.stop();
      cancel();
      close.abort();
    },

    async list() {
      const waiting = await store.countWaiting(db.q);
      return (await store.list(db.q)).map((row) => toWebhook(row, waiting));
    },

    async create(viewer, body) {
      demandUrl(body.url);
      const secret = newSecret();
      const sealed = { sealed_secret: secrets.encrypt(secret), created_at: clock.now() };
      const id = await db.transaction(async (tx) => {
        const made = await store.insert(tx.q, { ...body, events: distinct(body.events), ...sealed });
        await changed(tx, viewer, { action: 'created', id: made, details: body });
        return made;
      });
      return { data: await read(id), secret };
    },

    async update(viewer, id, body) {
      if (body.url !== undefined) demandUrl(body.url);
      await db.transaction(async (tx) => {
        const { name, url, events, is_active } = found(await store.lock(tx.q, id));
        const before = { name, url, events, is_active };
        const change = { ...definedOf(body), ...(body.events && { events: distinct(body.events) }) };
        await store.update(tx.q, id, change);
        const details = auditedChange(before, { ...before, ...change }) ?? {};
        await changed(tx, viewer, { action: 'changed', id, details });
        tx.afterCommit(() => sending.wake(id));
      });
      return read(id);
    },

    remove: (viewer, id) =>
      db.transaction(async (tx) => {
        const details = found(await store.remove(tx.q, id, clock.now()));
        await changed(tx, viewer, { action: 'removed', id, details });
      }),

    async restore(viewer, id) {
      const since = new Date(clock.now().getTime() - WEBHOOK_RESTORE_SECONDS * 1000);
      await db.transaction(async (tx) => {
        const details = found(await store.restore(tx.q, id, since));
        await changed(tx, viewer, { action: 'restored', id, details });
        tx.afterCommit(() => sending.wake(id));
      });
      return read(id);
    },

    renewSecret: (viewer, id) =>
      db.transaction(async (tx) => {
        const secret = newSecret();
        found(await store.lock(tx.q, id));
        await store.update(tx.q, id, { sealed_secret: secrets.encrypt(secret) });
        await changed(tx, viewer, { action: 'secret-renewed', id });
        return secret;
      }),

    async test(viewer, id) {
      const webhook = found(await store.find(db.q, id));
      const now = clock.now();
      const data = { message: 'It works.', by: viewer.fullname };
      const about = { event: WEBHOOK_TEST, subject: `webhook:${id}`, version: null };
      const row = await deliveries.insertTest(db.q, id, write(about, data, now), now);
      await sending.deliver(webhook, row, { isOnce: true });
      return delivery(row.id);
    },

    async resume(viewer, id) {
      await db.transaction(async (tx) => {
        found(await store.lock(tx.q, id));
        await store.update(tx.q, id, { paused_at: null, failing_since: null });
        await deliveries.webhookDeliveryQueue.retryNow(tx.q, id, { now: clock.now(), isAfresh: true });
        await changed(tx, viewer, { action: 'resumed', id });
        tx.afterCommit(() => sending.wake(id));
      });
      return read(id);
    },

    async listDeliveries(id, { limit, ...page }) {
      found(await store.find(db.q, id));
      const rows = await deliveries.list(db.q, id, { ...page, limit: limit + 1 });
      return { data: rows.slice(0, limit), has_more: rows.length > limit };
    },

    async replay(viewer, id) {
      const { webhook_id: webhookId, event_id } = found(await deliveries.read(db.q, id));
      found(await store.find(db.q, webhookId));
      await db.transaction(async (tx) => {
        const now = clock.now();
        const again = await deliveries.webhookDeliveryQueue.requeue(tx.q, ['id', id], {
          now,
          set: { replayed_at: now },
        });
        if (again.length === 0) throw new AppError('conflict', { reason: 'delivery_pending' });
        await changed(tx, viewer, { action: 'replayed', id: webhookId, details: { delivery: id, event_id } });
        tx.afterCommit(() => sending.wake(webhookId));
      });
      return delivery(id);
    },
  };

  async function delivery(id: number): Promise<WebhookDelivery> {
    const { webhook_id: _, ...row } = found(await deliveries.read(db.q, id));
    return row;
  }
}

/** The body of a delivery, with its permanent id. */
function write(
  { event, subject, version }: { event: string; subject: string; version: number | null },
  data: object,
  now: Date,
): deliveries.NewWebhookDelivery {
  const id = randomUUID();
  const body = JSON.stringify({ id, event, created_at: now.toISOString(), data });
  return { event_id: id, event, subject, version, body };
}

function toWebhook(row: WebhookRow, waiting: ReadonlyMap<number, number>): Webhook {
  const { id, name, url, events, is_active, failing_since, last_delivered_at } = row;
  return {
    id,
    name,
    url,
    events,
    is_active,
    failing_since,
    last_delivered_at,
    state: stateOf(row),
    waiting: waiting.get(id) ?? 0,
  };
}

function stateOf(row: WebhookRow): Webhook['state'] {
  if (!row.is_active) return 'off';
  if (row.paused_at !== null) return 'paused';
  if (row.failing_since !== null) return 'failing';
  return row.last_delivered_at === null ? 'new' : 'ok';
}

const distinct = <T>(all: readonly T[]): T[] => [...new Set(all)];

/** The fields without undefined ones. */
const definedOf = <T extends object>(fields: T) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>;
  };
