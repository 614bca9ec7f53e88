import type { Webhook } from '@trunkline/contract';
import { sql } from 'kysely';
import type { Query } from '#platform/db';
import './tables.ts';

export type WebhookRow = NonNullable<Awaited<ReturnType<typeof find>>>;

const existing = (q: Query) => q.selectFrom('webhooks').selectAll().where('removed_at', 'is', null);

export const find = (q: Query, id: number) => existing(q).where('id', '=', id).executeTakeFirst();

/** Like `find`, but locks the webhook until the transaction ends. */
export const lock = (q: Query, id: number) => existing(q).where('id', '=', id).forUpdate().executeTakeFirst();

export const list = (q: Query) => existing(q).orderBy('id').execute();

/** The events that any active webhook subscribes to. */
export async function listSubscribedEvents(q: Query): Promise<Set<string>> {
  const rows = await existing(q).where('is_active', '=', true).execute();
  return new Set(rows.flatMap(({ events }) => events));
}

export async function countWaiting(q: Query): Promise<Map<number, number>> {
  const rows = await q
    .selectFrom('webhook_deliveries')
    .select(({ fn }) => ['webhook_id', fn.countAll<number>().as('n')])
    .where('state', '=', 'queued')
    .groupBy('webhook_id')
    .execute();
  return new Map(rows.map(({ webhook_id: id, n }) => [id, n]));
}

type NewWebhook = Pick<Webhook, 'name' | 'url' | 'events'> & { sealed_secret: string; created_at: Date };

export async function insert(q: Query, webhook: NewWebhook): Promise<number> {
  const none = { failing_since: null, paused_at: null, last_delivered_at: null, removed_at: null };
  const row = await q
    .insertInto('webhooks')
    .values({ ...webhook, ...none })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

type Change = Partial<Pick<Webhook, 'name' | 'url' | 'events' | 'is_active'>> & {
  sealed_secret?: string;
  failing_since?: null;
  paused_at?: null;
};

export async function update(q: Query, id: number, change: Change): Promise<void> {
  if (Object.keys(change).length === 0) return;
  await q.updateTable('webhooks').set(change).where('id', '=', id).execute();
}

/** Deletes a webhook and returns its name; undefined where there is none. */
export const remove = (q: Query, id: number, now: Date) =>
  q
    .updateTable('webhooks')
    .set({ removed_at: now })
    .where('id', '=', id)
    .where('removed_at', 'is', null)
    .returning('name')
    .executeTakeFirst();

export const restore = (q: Query, id: number, since: Date) =>
  q
    .updateTable('webhooks')
    .set({ removed_at: null })
    .where('id', '=', id)
    .where('removed_at', '>=', since.toISOString())
    .returning('name')
    .executeTakeFirst();

/** Notes a successful delivery. True for the first one ever, and for the first after failures. */
export async function noteSuccess(q: Query, id: number, now: Date): Promise<boolean> {
  const { rows } = await sql<{ was_failing: boolean }>`
    with before as (select id, failing_since, last_delivered_at from webhooks where id = ${id} for update)
    update webhooks w set failing_since = null, last_delivered_at = ${now.toISOString()} from before b where w.id = b.id
    returning b.failing_since is not null or b.last_delivered_at is null as was_failing`.execute(q);
  return rows[0]?.was_failing ?? false;
}

/** Notes a failed delivery. True for the first failure. */
export async function noteFailure(q: Query, id: number, now: Date): Promise<boolean> {
  const row = await q
    .updateTable('webhooks')
    .set({ failing_since: now })
    .where('id', '=', id)
    .where('failing_since', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Pauses a webhook that has failed since then. True where it was not paused before. */
export async function pause(
  q: Query,
  id: number,
  { since, now }: { since: Date; now: Date },
): Promise<boolean> {
  const row = await q
    .updateTable('webhooks')
    .set({ paused_at: now })
    .where('id', '=', id)
    .where('paused_at', 'is', null)
    .where('failing_since', '<=', since.toISOString())
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

export async function purgeRemovedWebhooks(q: Query, removed: Date): Promise<void> {
  await q.deleteFrom('webhooks').where('removed_at', '<', removed.toISOString()).execute();
}
