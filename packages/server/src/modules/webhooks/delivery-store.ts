import type { WebhookDelivery, WebhookFault } from '@trunkline/contract';
import { sql } from 'kysely';
import type { Query } from '#platform/db';
import './tables.ts';

export type DeliveryRow = {
  id: number;
  webhook_id: number;
  event_id: string;
  event: string;
  body: string;
  attempts: number;
};

export type Written = {
  event_id: string;
  event: string;
  subject: string;
  version: number | null;
  body: string;
};

/**
 * Writes what happened for everybody who wants to be told of it, in its order. What has a version is written once for
 * each. Gives who has something to be sent to.
 */
export async function insertNews(q: Query, news: readonly Written[], now: Date): Promise<number[]> {
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

/** For a test: nobody else takes it. */
export async function insertTest(
  q: Query,
  webhookId: number,
  { event_id, event, subject, body }: Written,
  { now, until }: { now: Date; until: Date },
): Promise<DeliveryRow> {
  return q
    .insertInto('webhook_deliveries')
    .values({
      ...{ webhook_id: webhookId, event_id, event, subject, body, version: null },
      ...{ next_try_at: until, created_at: now, replayed_at: null },
      ...{ tried_at: null, duration_ms: null, status: null, fault: null },
    })
    .returning(CLAIMED)
    .executeTakeFirstOrThrow();
}

const CLAIMED = ['id', 'webhook_id', 'event_id', 'event', 'body', 'attempts'] as const;

/**
 * Takes the next one to deliver. Nobody else takes it until `until`: who dies with it lets go of it then. One behind
 * another about the same waits for it; what is sent once more does not.
 */
export async function claim(
  q: Query,
  webhookId: number,
  { now, until }: { now: Date; until: Date },
): Promise<DeliveryRow | undefined> {
  const { rows } = await sql<DeliveryRow>`
    update webhook_deliveries set next_try_at = ${until.toISOString()}, fault = null
    where id = (
      select o.id from webhook_deliveries o
      where o.webhook_id = ${webhookId} and o.state = 'queued' and o.next_try_at <= ${now.toISOString()}
        and (o.replayed_at is not null or not exists (
          select from webhook_deliveries b
          where b.webhook_id = o.webhook_id and b.subject = o.subject and b.state = 'queued' and b.replayed_at is null
            and b.id < o.id
        ))
      order by o.next_try_at, o.id limit 1 for update skip locked
    )
    returning id, webhook_id, event_id, event, body, attempts`.execute(q);
  return rows[0];
}

export type Outcome = {
  state: WebhookDelivery['state'];
  next_try_at: Date;
  tried_at: Date;
  duration_ms: number;
  status: number | null;
  fault: WebhookFault | null;
  answer: string;
};

export async function settle(q: Query, id: number, outcome: Outcome): Promise<void> {
  await q
    .updateTable('webhook_deliveries')
    .set((eb) => ({ ...outcome, attempts: eb('attempts', '+', 1) }))
    .where('id', '=', id)
    .where('state', '=', 'queued')
    .execute();
}

export async function listDue(q: Query, now: Date): Promise<number[]> {
  const rows = await q
    .selectFrom('webhook_deliveries')
    .select('webhook_id')
    .distinct()
    .where('state', '=', 'queued')
    .where('next_try_at', '<=', now.toISOString())
    .execute();
  return rows.map(({ webhook_id: id }) => id);
}

/** What waits for its next attempt has it now; what is on its way is left alone. */
export async function hasten(q: Query, webhookId: number, now: Date): Promise<void> {
  await q
    .updateTable('webhook_deliveries')
    .set({ next_try_at: now, attempts: 0 })
    .where('webhook_id', '=', webhookId)
    .where('state', '=', 'queued')
    .where('fault', 'is not', null)
    .execute();
}

/** Queues once more what is not queued. */
export async function replay(q: Query, id: number, now: Date): Promise<boolean> {
  const row = await q
    .updateTable('webhook_deliveries')
    .set({ state: 'queued', attempts: 0, next_try_at: now, replayed_at: now })
    .where('id', '=', id)
    .where('state', '<>', 'queued')
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

const shown = (q: Query) =>
  q
    .selectFrom('webhook_deliveries')
    .select(['id', 'webhook_id', 'event_id', 'event', 'subject', 'state', 'attempts', 'created_at'])
    .select(['tried_at', 'next_try_at', 'replayed_at', 'duration_ms', 'status', 'fault', 'answer']);
type Shown = Awaited<ReturnType<ReturnType<typeof shown>['executeTakeFirstOrThrow']>>;

export async function read(
  q: Query,
  id: number,
): Promise<(WebhookDelivery & { webhook_id: number }) | undefined> {
  const row = await shown(q).where('id', '=', id).executeTakeFirst();
  return row && { ...toDelivery(row), webhook_id: row.webhook_id };
}

export async function list(
  q: Query,
  webhookId: number,
  page: { before?: number | undefined; state?: WebhookDelivery['state'] | undefined; limit: number },
): Promise<WebhookDelivery[]> {
  let query = shown(q).where('webhook_id', '=', webhookId).orderBy('id', 'desc').limit(page.limit);
  if (page.before) query = query.where('id', '<', page.before);
  if (page.state) query = query.where('state', '=', page.state);
  return (await query.execute()).map(toDelivery);
}

function toDelivery(row: Shown): WebhookDelivery {
  const { webhook_id: _, replayed_at: replayedAt, next_try_at: next, ...rest } = row;
  return { ...rest, is_replay: replayedAt !== null, next_try_at: row.state === 'queued' ? next : null };
}
