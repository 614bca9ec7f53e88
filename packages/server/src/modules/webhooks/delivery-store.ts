import type { WebhookDelivery } from '@trunkline/contract';
import { sql } from 'kysely';
import type { Query } from '#platform/db';
import { defineLeasedQueue } from '#platform/work-queue/index';
import './tables.ts';

/** Pauses between attempts in seconds, about a day in all. */
export const RETRY_PAUSES = [5, 15, 60, 120, 300, 600, 1200, 1800, 3600, 7200, 14_400, 28_800, 28_800];
/** Longer than the time-out of a receiver. */
export const LEASE_MS = 30_000;

/** Deliveries about the same subject are sent in order; replays are not part of it. */
export const webhookDeliveryQueue = defineLeasedQueue({
  name: 'webhooks:send',
  table: 'webhook_deliveries',
  id: 'id',
  owner: 'webhook_id',
  pending: 'queued',
  failed: 'failed',
  pausesMs: RETRY_PAUSES.map((seconds) => seconds * 1000),
  leaseMs: LEASE_MS,
  orderingKey: 'subject',
  outOfOrder: 'replayed_at',
});

export type WebhookDeliveryRow = NonNullable<Awaited<ReturnType<typeof webhookDeliveryQueue.claim>>>;

export type NewWebhookDelivery = {
  event_id: string;
  event: string;
  subject: string;
  version: number | null;
  body: string;
};

/**
 * Writes deliveries for all webhooks that subscribe to the events, in order; an event with a version only once per webhook.
 * Returns the ids of webhooks with deliveries to send.
 */
export async function insertEventDeliveries(
  q: Query,
  news: readonly NewWebhookDelivery[],
  now: Date,
): Promise<number[]> {
  const { rows } = await sql<{ webhook_id: number }>`
    insert into webhook_deliveries (webhook_id, event_id, event, subject, version, body, next_try_at, created_at)
    select w.id, n.event_id, n.event, n.subject, n.version, n.body, ${now.toISOString()}::timestamptz, ${now.toISOString()}::timestamptz
    from rows from (jsonb_to_recordset(${JSON.stringify(news)}::jsonb)
      as (event_id uuid, event text, subject text, version int, body text)) with ordinality
      as n (event_id, event, subject, version, body, place)
    join webhooks w on w.is_active and w.removed_at is null and n.event = any(w.events)
    where n.version is null or not exists (
      select from webhook_deliveries d
      where d.webhook_id = w.id and d.subject = n.subject and d.version >= n.version
    )
    order by n.place
    returning webhook_id`.execute(q);
  return [...new Set(rows.map(({ webhook_id: id }) => id))];
}

/** Inserts a test delivery, which the worker ignores. */
export async function insertTest(
  q: Query,
  webhookId: number,
  { event_id, event, subject, body }: NewWebhookDelivery,
  now: Date,
): Promise<WebhookDeliveryRow> {
  return q
    .insertInto('webhook_deliveries')
    .values({
      webhook_id: webhookId,
      event_id,
      event,
      subject,
      body,
      version: null,
      next_try_at: now,
      leased_until: webhookDeliveryQueue.leaseEnd(now),
      created_at: now,
      replayed_at: null,
      tried_at: null,
      duration_ms: null,
      status: null,
      fault: null,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

const deliveryQuery = (q: Query) =>
  q
    .selectFrom('webhook_deliveries')
    .select(['id', 'webhook_id', 'event_id', 'event', 'subject', 'state', 'attempts', 'created_at'])
    .select([
      'tried_at',
      'next_try_at',
      'leased_until',
      'replayed_at',
      'duration_ms',
      'status',
      'fault',
      'answer',
    ]);
type DeliveryRow = Awaited<ReturnType<ReturnType<typeof deliveryQuery>['executeTakeFirstOrThrow']>>;

export async function read(
  q: Query,
  id: number,
): Promise<(WebhookDelivery & { webhook_id: number }) | undefined> {
  const row = await deliveryQuery(q).where('id', '=', id).executeTakeFirst();
  return row && { ...toDelivery(row), webhook_id: row.webhook_id };
}

export async function list(
  q: Query,
  webhookId: number,
  page: { before?: number | undefined; state?: WebhookDelivery['state'] | undefined; limit: number },
): Promise<WebhookDelivery[]> {
  let query = deliveryQuery(q).where('webhook_id', '=', webhookId).orderBy('id', 'desc').limit(page.limit);
  if (page.before) query = query.where('id', '<', page.before);
  if (page.state) query = query.where('state', '=', page.state);
  return (await query.execute()).map(toDelivery);
}

function toDelivery(row: DeliveryRow): WebhookDelivery {
  const { webhook_id: _, replayed_at: replayedAt, next_try_at: next, leased_until: leased, ...rest } = row;
  // A delivery that is being sent is not tried before its lease ends.
  const nextTryAt = leased !== null && leased > next ? leased : next;
  return { ...rest, is_replay: replayedAt !== null, next_try_at: row.state === 'queued' ? nextTryAt : null };
}
