import type { MessageMail } from '@trunkline/contract';
import { sql } from 'kysely';
import type { Query } from '#platform/db';
import '../tables.ts';

export type ProactiveRow = NonNullable<Awaited<ReturnType<typeof lockProactive>>>;
type NewProactive = Pick<ProactiveRow, 'client_key' | 'mailbox_id' | 'address' | 'author_name' | 'body'> & {
  mail: MessageMail;
  created_at: Date;
};

/** Locks a key until the transaction ends, also before there is a mail with it. */
export async function lockKey(q: Query, key: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('mail-proactive'), hashtext(${key}))`.execute(q);
}

export const findByKey = (q: Query, key: string) =>
  q.selectFrom('mail_proactive_messages').selectAll().where('client_key', '=', key).executeTakeFirst();

export const findProactive = (q: Query, id: number) =>
  q.selectFrom('mail_proactive_messages').selectAll().where('id', '=', id).executeTakeFirst();

/** Locks the mail, so that it cannot be put on a ticket until the transaction ends. */
export const lockProactive = (q: Query, id: number) =>
  q
    .selectFrom('mail_proactive_messages')
    .selectAll()
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst();

export async function insertProactive(
  q: Query,
  { mail, ...row }: NewProactive,
): Promise<Pick<ProactiveRow, 'id' | 'created_at'>> {
  return q
    .insertInto('mail_proactive_messages')
    .values({
      ...row,
      id: sql`nextval(pg_get_serial_sequence('messages', 'id'))`,
      mail: JSON.stringify(mail),
    })
    .returning(['id', 'created_at'])
    .executeTakeFirstOrThrow();
}

export async function setProactive(
  q: Query,
  id: number,
  change: Partial<Pick<ProactiveRow, 'state' | 'failure' | 'ticket_id'>>,
): Promise<void> {
  await q.updateTable('mail_proactive_messages').set(change).where('id', '=', id).execute();
}
