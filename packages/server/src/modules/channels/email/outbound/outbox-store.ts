import { sql } from 'kysely';
import type { Query } from '#platform/db';
import { defineHeldQueue } from '#platform/work-queue/index';
import type { Recipients } from '../tables.ts';

/** Pauses between attempts in minutes; about three days in total, as with mail servers. */
const PAUSES = [0.5, 1, 5, 15, 30, 60, 120, 240, 480, 720, 960, 1440];
const MINUTE_MS = 60_000;

/** A row is locked while it is sent, so a killed process releases its mail at once. */
export const mailOutboxQueue = defineHeldQueue({
  name: 'email:send',
  table: 'mail_outbox',
  id: 'message_id',
  owner: 'mailbox_id',
  pending: 'queued',
  failed: 'failed',
  pausesMs: PAUSES.map((minutes) => minutes * MINUTE_MS),
});

export type MailOutboxRow = NonNullable<Awaited<ReturnType<typeof mailOutboxQueue.holdNext>>>;
export type NewOutgoing = {
  message_id: number;
  created_at: string;
  /** Null: a proactive mail that nobody has answered yet. */
  ticket_id: number | null;
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

export async function findOutgoing(q: Query, messageId: number) {
  return q.selectFrom('mail_outbox').selectAll().where('message_id', '=', messageId).executeTakeFirst();
}

/** Marks these recipients as not reached. Returns the new state and the recipients who remain reached. */
export async function markRecipientsUnreached(
  q: Query,
  messageId: number,
  addresses: readonly string[],
): Promise<Pick<MailOutboxRow, 'state' | 'reached'> | undefined> {
  return q
    .updateTable('mail_outbox')
    .set({ reached: sql`array(select unnest(reached) except select unnest(${addresses}::text[]))` })
    .where('message_id', '=', messageId)
    .returning(['state', 'reached'])
    .executeTakeFirst();
}

export async function markFailed(q: Query, messageId: number, said: string): Promise<void> {
  await q
    .updateTable('mail_outbox')
    .set({ state: 'failed', said })
    .where('message_id', '=', messageId)
    .execute();
}

/** The recipients that it was sent to, in lower case. */
export async function listRecipients(q: Query, messageId: number): Promise<string[]> {
  const row = await q
    .selectFrom('mail_outbox')
    .select('recipients')
    .where('message_id', '=', messageId)
    .executeTakeFirst();
  return row ? addressesOf(row.recipients) : [];
}

/** All recipients of a mail, each once, in lower case. */
export const addressesOf = ({ to, cc, bcc }: Recipients): string[] => [
  ...new Set([...to, ...cc, ...bcc].map(({ address }) => address.toLowerCase())),
];
