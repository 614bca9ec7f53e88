import type { MessageExtra } from '@trunkline/contract';
import { sql } from 'kysely';
import type { Query } from '#platform/db';
import '../tables.ts';

export type ProactiveRow = NonNullable<Awaited<ReturnType<typeof lockProactive>>>;
type NewProactive = Pick<ProactiveRow, 'client_key' | 'contact_id' | 'author_name' | 'body'> & {
  extra: MessageExtra | undefined;
  created_at: Date;
};

/** Locks a key until the transaction ends, also before there is a message with it. */
export async function lockKey(q: Query, key: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('messaging-proactive'), hashtext(${key}))`.execute(q);
}

export const findByKey = (q: Query, key: string) =>
  q.selectFrom('messaging_proactive_messages').selectAll().where('client_key', '=', key).executeTakeFirst();

export const findProactive = (q: Query, id: number) =>
  q.selectFrom('messaging_proactive_messages').selectAll().where('id', '=', id).executeTakeFirst();

/** Locks the message, so that it cannot be put on a ticket until the transaction ends. */
export const lockProactive = (q: Query, id: number) =>
  q
    .selectFrom('messaging_proactive_messages')
    .selectAll()
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst();

export async function insertProactive(
  q: Query,
  { extra, ...row }: NewProactive,
): Promise<Pick<ProactiveRow, 'id' | 'created_at'>> {
  return q
    .insertInto('messaging_proactive_messages')
    .values({
      ...row,
      id: sql`nextval(pg_get_serial_sequence('messages', 'id'))`,
      extra: extra ? JSON.stringify(extra) : null,
    })
    .returning(['id', 'created_at'])
    .executeTakeFirstOrThrow();
}

export async function setProactive(
  q: Query,
  id: number,
  { extra, ...change }: Partial<Pick<ProactiveRow, 'state' | 'failure' | 'body' | 'extra' | 'ticket_id'>>,
): Promise<void> {
  await q
    .updateTable('messaging_proactive_messages')
    .set({ ...change, ...(extra !== undefined && { extra: extra && JSON.stringify(extra) }) })
    .where('id', '=', id)
    .execute();
}

/**
 * Locks the contact's last messages that have no ticket and have not failed, oldest first; the quoted one is included whatever
 * its age.
 */
export async function lockUnanswered(
  q: Query,
  contactId: number,
  { since, quoted, most }: { since: Date; quoted: number | undefined; most: number },
): Promise<ProactiveRow[]> {
  const rows = await q
    .selectFrom('messaging_proactive_messages')
    .selectAll()
    .where('contact_id', '=', contactId)
    .where('ticket_id', 'is', null)
    .where('state', '<>', 'failed')
    .where((is) => is.or([is('created_at', '>=', since.toISOString()), is('id', '=', quoted ?? 0)]))
    .orderBy('id', 'desc')
    .limit(most)
    .forNoKeyUpdate()
    .execute();
  return rows.reverse();
}
