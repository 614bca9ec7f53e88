import type { FieldChange, Message, Ticket } from '@trunkline/contract';
import { sql } from 'kysely';
import type { Viewer } from '#platform/access';
import type { Db, Query } from '#platform/db';
import { AppError } from '#platform/errors';
import { isToCustomer, ticketColumns, visibleTo } from '#modules/tickets';

export type ReadOnlyQuery = Query;
export type TicketToMatch = Ticket & { status_since: string | null };

/** A test is cancelled after this time. */
export const RULE_TEST_TIMEOUT_MS = 5000;
/** https://www.postgresql.org/docs/current/errcodes-appendix.html */
const CANCELLED = '57014';
const MOST_LINES = 20_000;
const MOST_MESSAGES = 1000;

export const ruleTestTooLongError = (): AppError => new AppError('too_large', { reason: 'takes_too_long' });

/** Runs a query in a read-only transaction with a time limit. */
export const runReadOnly = <T>(db: Db, work: (q: ReadOnlyQuery) => Promise<T>): Promise<T> =>
  db
    .transaction(async ({ q }) => {
      await sql`set transaction read only`.execute(q);
      await sql`select set_config('statement_timeout', ${`${RULE_TEST_TIMEOUT_MS}ms`}, true)`.execute(q);
      return work(q);
    })
    .catch((error: unknown) => {
      if ((error as { code?: string }).code !== CANCELLED) throw error;
      throw ruleTestTooLongError();
    });

/** The newest tickets that the viewer may see, by id, which is the order of creation. */
export async function listNewest(
  q: ReadOnlyQuery,
  viewer: Viewer,
  { since, limit }: { since: Date; limit: number },
): Promise<TicketToMatch[]> {
  const { rows } = await sql<TicketToMatch>`
    select ${ticketColumns}, t.status_since from (
      select t.id from tickets t where t.merged_into is null and ${visibleTo(viewer)} order by t.id desc limit ${limit}
    ) newest join tickets t on t.id = newest.id join customers c on c.id = t.customer_id
    where t.created_at >= ${since.toISOString()} order by t.id desc`.execute(q);
  return rows;
}

export async function listMessages(
  q: ReadOnlyQuery,
  ticketIds: readonly number[],
  { kind, since }: { kind: 'inbound' | 'outbound'; since: Date },
): Promise<Pick<Message, 'ticket_id' | 'body' | 'media_id'>[]> {
  const author = kind === 'inbound' ? 'customer' : 'user';
  return q
    .selectFrom('messages')
    .select(['ticket_id', 'body', 'media_id'])
    .where('ticket_id', '=', sql<number>`any(${ticketIds}::bigint[])`)
    .where('created_at', '>=', since.toISOString())
    .where('kind', '=', kind)
    .where('author_type', '=', author)
    .where(isToCustomer('mail'))
    .orderBy('id', 'desc')
    .limit(MOST_MESSAGES)
    .execute();
}

export async function listChanges(
  q: ReadOnlyQuery,
  ticketIds: readonly number[],
  since: Date,
): Promise<{ ticket_id: number; changes: FieldChange[] }[]> {
  const { rows } = await sql<{ ticket_id: number; changes: FieldChange[] }>`
    select ticket_id, event -> 'changes' as changes from messages
    where ticket_id = any(${ticketIds}::bigint[]) and created_at >= ${since.toISOString()} and kind = 'event'
      and event ->> 'type' = 'changed' order by id desc limit ${MOST_LINES}`.execute(q);
  return rows;
}
