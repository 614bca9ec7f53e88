import type { Answers, Customer, DraftKind, Ticket, TicketField } from '@trunkline/contract';
import { sql } from 'kysely';
import type { Viewer } from '#platform/access';
import { executeUnread, type Db, type Query } from '#platform/db';
import { UNREAD_HINT } from '#platform/postgres/transaction-writes';
import { AppError } from '#platform/errors';
import { ticketColumns } from './list/columns.ts';
import { visibleTo } from './list/list-rules.ts';
import { canSee } from './policy.ts';
import { searchHits } from './list/search-query.ts';
import type { DueColumns } from './sla/due-columns.ts';
import './tables.ts';

export async function findTicket(q: Query, id: number): Promise<Ticket | undefined> {
  const { rows } =
    await sql<Ticket>`select ${ticketColumns} from tickets t join customers c on c.id = t.customer_id
    where t.id = ${id}`.execute(q);
  return rows[0];
}

/** Locks a ticket, so that its changes are made, and its message ids given, one after the other. */
export async function lockTicket(q: Query, id: number): Promise<Ticket | undefined> {
  await sql`${sql.raw(UNREAD_HINT)} select from tickets where id = ${id} for update`.execute(q);
  // A separate statement: in the locking one the customer's name would be that from before the wait.
  return findTicket(q, id);
}

/** Locks all tickets of a customer: running changes are waited for, and later ones wait. */
export async function lockOfCustomer(q: Query, customerId: number): Promise<void> {
  await sql`select from tickets where customer_id = ${customerId} order by id for update`.execute(q);
}

export async function listVisibilityOfCustomer(q: Query, customerId: number) {
  return q
    .selectFrom('tickets')
    .select(['department_id', 'assignee_id'])
    .distinct()
    .where('customer_id', '=', customerId)
    .execute();
}

/** Skips erased tickets, because later messages do not belong to them. */
export async function findIdByNumber(q: Query, number: string): Promise<number | undefined> {
  const row = await q
    .selectFrom('tickets')
    .select('id')
    .where('number', '=', number)
    .where('erased_at', 'is', null)
    .executeTakeFirst();
  return row?.id;
}

/** The counter in the number of the next ticket, which is never used twice. */
export async function nextCounter(q: Query): Promise<string> {
  const { rows } = await sql<{ counter: string }>`select nextval('ticket_numbers')::text as counter`.execute(
    q,
  );
  return rows[0]?.counter ?? '';
}

export type NewTicket = Pick<
  Ticket,
  'number' | 'subject' | 'department_id' | 'media_id' | 'customer_id' | 'priority_id' | 'tags'
> &
  Partial<Pick<Ticket, 'assignee_id' | 'type_id' | 'category_id' | 'subcategory_id' | 'caller_type_id'>> & {
    fields: Answers;
    created_by: number | null;
    client_key: string | null;
    now: Date;
  } & DueColumns;

export async function insertTicket(q: Query, { now, fields, ...ticket }: NewTicket): Promise<number> {
  const row = await q
    .insertInto('tickets')
    .values({
      ...ticket,
      fields: JSON.stringify(fields),
      created_at: now,
      updated_at: now,
      last_message_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

/**
 * The ticket that this user has opened under that key; simultaneous requests with the same key wait, and find it. If they can no
 * longer see it, it is returned like any other ticket that they cannot see.
 */
export async function findByClientKey(
  q: Query,
  viewer: Viewer,
  clientKey: string,
): Promise<Ticket | undefined> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`ticket:${viewer.id}:${clientKey}`}, 0))`.execute(
    q,
  );
  const { rows } =
    await sql<Ticket>`select ${ticketColumns} from tickets t join customers c on c.id = t.customer_id
    where t.created_by = ${viewer.id} and t.client_key = ${clientKey}`.execute(q);
  const [ticket] = rows;
  if (ticket && !canSee(viewer, ticket)) throw new AppError('not_found');
  return ticket;
}

export type FieldValues = Partial<Pick<Ticket, TicketField | 'fields'>> &
  DueColumns & {
    solved_at?: Date | string | null;
    waiting_since?: string | null;
    unread?: number;
    waited_since?: string | null;
    waited_unread?: number;
    status_since?: string | null;
    snoozed_by?: number | null;
    returned_at?: Date | string | null;
  } & Partial<Pick<Ticket, 'last_message' | 'last_message_by' | 'last_message_at' | 'first_response_at'>>;

export async function updateFields(
  q: Query,
  id: number,
  { fields: answers, ...fields }: FieldValues,
  now: Date,
): Promise<void> {
  await executeUnread(
    q,
    q
      .updateTable('tickets')
      .set({
        ...fields,
        ...(answers && { fields: JSON.stringify(answers) }),
        updated_at: now,
        version: sql`version + 1`,
        revision: sql`revision + 1`,
      })
      .where('id', '=', id),
  );
}

/** Columns that depend on the ticket's status: since when it has it, who had been waiting, and who snoozed it. */
export async function findStatusOfTicket(q: Query, id: number) {
  return q
    .selectFrom('tickets')
    .select(['status_since', 'waited_since', 'waited_unread', 'snoozed_by'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
}

export type MessageTraces = {
  last_message: string;
  last_message_by: Ticket['last_message_by'];
  last_message_at: Date | string;
  waiting_since: string | Date | null;
  unread: number;
  is_unsent: boolean;
  sends_at: string | null;
  first_response_at: string | Date | null;
  returned_at: string | Date | null;
} & DueColumns;

/** Updates what a message changes on its ticket. Not an edit, so the version stays. */
export async function updateTraces(
  q: Query,
  id: number,
  traces: Partial<MessageTraces>,
  now: Date,
): Promise<void> {
  await executeUnread(
    q,
    q
      .updateTable('tickets')
      .set({
        ...traces,
        // A new message or reply discards the stored wait of a solved ticket's customer.
        ...(traces.waiting_since !== undefined && { waited_since: null, waited_unread: 0 }),
        updated_at: now,
        revision: sql`revision + 1`,
      })
      .where('id', '=', id),
  );
}

/** Sets the time of the earliest message, which for a split-off ticket may be before its creation. */
export async function setMessagesSince(q: Query, id: number, since: string): Promise<void> {
  await q.updateTable('tickets').set({ messages_since: since }).where('id', '=', id).execute();
}

/** Moves back the time from which the ticket's messages are read, if they begin earlier. */
export async function moveMessagesSinceBack(q: Query, id: number, at: string): Promise<void> {
  await sql`update tickets set messages_since = least(coalesce(messages_since, created_at), ${at}::timestamptz)
    where id = ${id}`.execute(q);
}

type Figures = Pick<Customer, 'open_tickets' | 'total_tickets'>;
type Past = Pick<Ticket, 'id' | 'number' | 'subject' | 'status' | 'created_at' | 'media_id'>;

/** The customer's latest other tickets that this viewer may see, and if it is asked for, how many they may see of all. */
export async function readHistory(
  q: Query,
  viewer: Viewer,
  customerId: number,
  { exceptId, isCounted }: { exceptId: number; isCounted: boolean },
) {
  const own = sql`from tickets t where t.customer_id = ${customerId} and ${visibleTo(viewer)}`;
  const counts = sql`(select count(*) as total_tickets,
    count(*) filter (where t.status in ('open', 'pending', 'on_hold')) as open_tickets ${own})`;
  const { rows } = await sql<Partial<Figures> & (Past | { id: null })>`
    select f.*, h.* from ${isCounted ? counts : sql`(select)`} f left join lateral (
      select t.id, t.number, t.subject, t.status, t.created_at, t.media_id ${own}
        and t.id <> ${exceptId} and t.merged_into is null order by t.created_at desc limit 20
    ) h on true order by h.created_at desc`.execute(q);
  const history = rows.flatMap((row): Past[] => {
    if (row.id === null) return [];
    const { id, number, subject, status, created_at, media_id } = row;
    return [{ id, number, subject, status, created_at, media_id }];
  });
  const { total_tickets: total, open_tickets: open } = rows[0] ?? {};
  const figures: Figures | undefined =
    total === undefined || open === undefined ? undefined : { total_tickets: total, open_tickets: open };
  return { history, figures };
}

export async function findByText(
  db: Pick<Db, 'q' | 'transaction'>,
  viewer: Viewer,
  text: string,
  limit: number,
) {
  const hits = await searchHits(db, text, visibleTo(viewer));
  const { rows } = await sql<Pick<Ticket, 'id' | 'number' | 'subject' | 'status' | 'customer_name'>>`
    select t.id, t.number, t.subject, t.status, c.name as customer_name
    from tickets t join customers c on c.id = t.customer_id
    where t.id = any(${hits}::bigint[]) order by t.last_message_at desc limit ${limit}`.execute(db.q);
  return rows;
}

/** Locks a user's unread count, so that concurrent changes are counted one after the other. */
export async function lockUnread(q: Query, userId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('unread'), ${userId}::int)`.execute(q);
}

/** A user's unread tickets by channel; an index has only these. */
export async function countUnread(q: Query, userId: number) {
  return q
    .selectFrom('tickets')
    .select(['media_id', ({ fn }) => fn.countAll<number>().as('total')])
    .where('assignee_id', '=', userId)
    .where('unread', '>', 0)
    .groupBy('media_id')
    .execute();
}

export async function readCounts(q: Query) {
  return q
    .selectFrom('ticket_counts')
    .select(({ fn }) => [
      'department_id',
      'status',
      'assignee_id',
      fn.sum<number>('n').as('n'),
      fn.sum<number>('waiting').as('waiting'),
      fn.sum<number>('snoozed').as('snoozed'),
    ])
    .groupBy(['department_id', 'status', 'assignee_id'])
    .execute();
}

/** Adds up the differences into one row per key. Others may append further ones meanwhile. */
export async function compactCounts(q: Query): Promise<void> {
  await sql`with taken as (delete from ticket_counts returning department_id, status, assignee_id, n, waiting, snoozed)
    insert into ticket_counts (department_id, status, assignee_id, n, waiting, snoozed)
    select department_id, status, assignee_id, sum(n), sum(waiting), sum(snoozed) from taken
    group by 1, 2, 3 having sum(n) <> 0 or sum(waiting) <> 0 or sum(snoozed) <> 0`.execute(q);
}

export async function listTags(q: Query): Promise<string[]> {
  // The tags of the latest tickets, most frequent first, at a cost that does not grow with the number of tickets.
  const { rows } = await sql<{
    tag: string;
  }>`select tag from (select tags from tickets order by id desc limit 2000) t,
    unnest(t.tags) tag group by tag order by count(*) desc limit 100`.execute(q);
  return rows.map((row) => row.tag);
}

export async function listDrafts(q: Query, ticketId: number, userId: number) {
  return q
    .selectFrom('ticket_drafts')
    .select(['kind', 'body', 'file_ids', 'updated_at'])
    .where('ticket_id', '=', ticketId)
    .where('user_id', '=', userId)
    .orderBy('updated_at', 'desc')
    .execute();
}

type DraftPlace = { ticketId: number; userId: number; kind: DraftKind };
type Draft = DraftPlace & { body: string; fileIds: string[]; now: Date };

export async function saveDraft(
  q: Query,
  { ticketId, userId, kind, body, fileIds, now }: Draft,
): Promise<void> {
  const values = { body, file_ids: fileIds, updated_at: now };
  await q
    .insertInto('ticket_drafts')
    .values({ ticket_id: ticketId, user_id: userId, kind, ...values })
    .onConflict((conflict) => conflict.columns(['ticket_id', 'user_id', 'kind']).doUpdateSet(values))
    .execute();
}

/** False if there was none. */
export async function removeDraft(q: Query, { ticketId, userId, kind }: DraftPlace): Promise<boolean> {
  const rows = await q
    .deleteFrom('ticket_drafts')
    .where('ticket_id', '=', ticketId)
    .where('user_id', '=', userId)
    .where('kind', '=', kind)
    .returning('kind')
    .execute();
  return rows.length > 0;
}

/** Whether anybody has a draft on the ticket. */
export async function hasDrafts(q: Query, ticketId: number): Promise<boolean> {
  const drafts = q.selectFrom('ticket_drafts').select('kind').where('ticket_id', '=', ticketId).limit(1);
  return (await drafts.executeTakeFirst()) !== undefined;
}

/** Tickets on which this user has a draft, latest first. */
export async function listDraftTickets(q: Query, userId: number, limit: number): Promise<number[]> {
  const rows = await q
    .selectFrom('ticket_drafts')
    .select(['ticket_id', ({ fn }) => fn.max('updated_at').as('at')])
    .where('user_id', '=', userId)
    .groupBy('ticket_id')
    .orderBy('at', 'desc')
    .limit(limit)
    .execute();
  return rows.map((row) => row.ticket_id);
}
