import { sql } from 'kysely';
import type { Query } from '#platform/db';
import type { Recipients } from './tables.ts';

export type OutgoingRow = NonNullable<Awaited<ReturnType<typeof lockDue>>>;
export type NewOutgoing = {
  message_id: number;
  created_at: string;
  ticket_id: number;
  mailbox_id: number;
  header_id: string;
  in_reply_to: string;
  reference_ids: string[];
  subject: string;
  recipients: Recipients;
  text: string;
  html: string | null;
  next_try_at: Date;
};

export async function insertOutgoing(q: Query, { recipients, ...row }: NewOutgoing): Promise<void> {
  await q
    .insertInto('mail_outbox')
    .values({ ...row, recipients: JSON.stringify(recipients) })
    .execute();
}

/**
 * The next mail to send, locked until this transaction ends: others take the next one. A sender that dies lets go of it
 * at that moment.
 */
export async function lockDue(q: Query, mailboxId: number, now: Date) {
  return q
    .selectFrom('mail_outbox')
    .selectAll()
    .where('mailbox_id', '=', mailboxId)
    .where('state', '=', 'queued')
    .where('next_try_at', '<=', now.toISOString())
    .orderBy('next_try_at')
    .orderBy('message_id')
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
}

export async function findOutgoing(q: Query, messageId: number) {
  return q.selectFrom('mail_outbox').selectAll().where('message_id', '=', messageId).executeTakeFirst();
}

type Again = { now: Date; recipients?: Recipients | undefined };

/** Queues a mail that has not gone out to all, to others where they are named; false when somebody was faster. */
export async function requeue(q: Query, messageId: number, { now, recipients }: Again): Promise<boolean> {
  const row = await q
    .updateTable('mail_outbox')
    .set({
      state: 'queued',
      attempts: 0,
      next_try_at: now,
      said: '',
      ...(recipients && { recipients: JSON.stringify(recipients) }),
    })
    .where('message_id', '=', messageId)
    .where('state', '!=', 'queued')
    .returning('message_id')
    .executeTakeFirst();
  return row !== undefined;
}

export async function listMailboxesWithDue(q: Query, now: Date): Promise<number[]> {
  const rows = await q
    .selectFrom('mail_outbox')
    .select('mailbox_id')
    .distinct()
    .where('state', '=', 'queued')
    .where('next_try_at', '<=', now.toISOString())
    .execute();
  return rows.map((row) => row.mailbox_id);
}

type Change = {
  state?: 'queued' | 'sent' | 'failed';
  attempts?: number;
  next_try_at?: Date;
  said?: string;
  reached?: string[];
};

export async function updateOutgoing(q: Query, messageId: number, change: Change): Promise<void> {
  await q.updateTable('mail_outbox').set(change).where('message_id', '=', messageId).execute();
}

/** What waits for its next attempt has it now. */
export async function hasten(q: Query, mailboxId: number, now: Date): Promise<void> {
  // Without those that are on their way: their sender holds them for as long as it takes.
  await q
    .updateTable('mail_outbox')
    .set({ next_try_at: now })
    .where('message_id', 'in', (eb) =>
      eb
        .selectFrom('mail_outbox')
        .select('message_id')
        .where('mailbox_id', '=', mailboxId)
        .where('state', '=', 'queued')
        .forUpdate()
        .skipLocked(),
    )
    .execute();
}

/** These have not got it after all. Gives what it is now, and who is left that has. */
export async function takeBack(
  q: Query,
  messageId: number,
  addresses: readonly string[],
): Promise<Pick<OutgoingRow, 'state' | 'reached'> | undefined> {
  return q
    .updateTable('mail_outbox')
    .set({ reached: sql`array(select unnest(reached) except select unnest(${addresses}::text[]))` })
    .where('message_id', '=', messageId)
    .returning(['state', 'reached'])
    .executeTakeFirst();
}

export const markFailed = (q: Query, messageId: number, said: string): Promise<void> =>
  updateOutgoing(q, messageId, { state: 'failed', said });

/** Whom it was sent to, in lower case. */
export async function listRecipients(q: Query, messageId: number): Promise<string[]> {
  const row = await q
    .selectFrom('mail_outbox')
    .select('recipients')
    .where('message_id', '=', messageId)
    .executeTakeFirst();
  return row ? addressesOf(row.recipients) : [];
}

/** Everybody a mail goes to, once, in lower case. */
export const addressesOf = ({ to, cc, bcc }: Recipients): string[] => [
  ...new Set([...to, ...cc, ...bcc].map(({ address }) => address.toLowerCase())),
];
