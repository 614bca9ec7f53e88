import { sql, type NotNull } from 'kysely';
import type { Query } from '#platform/db';
import '../tables.ts';

export type EmailRecord = {
  message_id: number;
  created_at: string;
  /** Null: a proactive mail that nobody has answered yet. */
  ticket_id: number | null;
  mailbox_id: number;
  mail_id: number | null;
  header_id: string;
  reference_ids: string[];
  sender: string;
  reply_to?: string;
  subject_key?: string;
  html_file_id: string | null;
  html: string | null;
  inline_files: Record<string, string>;
  is_unproven?: boolean;
  is_proven?: boolean;
  answers_to?: string;
  is_forward?: boolean;
};

export type SenderOnMailbox = { mailboxId: number; sender: string; isUnproven: boolean };

export async function insertEmail(q: Query, { inline_files: inline, ...email }: EmailRecord): Promise<void> {
  await q
    .insertInto('mail_messages')
    .values({ ...email, inline_files: JSON.stringify(inline) })
    .execute();
}

/** A mail that is on a ticket. */
export async function findEmail(q: Query, messageId: number) {
  return q
    .selectFrom('mail_messages')
    .selectAll()
    .where('message_id', '=', messageId)
    .where('ticket_id', 'is not', null)
    .$narrowType<{ ticket_id: NotNull }>()
    .executeTakeFirst();
}

export async function setTicket(q: Query, messageId: number, ticketId: number): Promise<void> {
  await q
    .updateTable('mail_messages')
    .set({ ticket_id: ticketId })
    .where('message_id', '=', messageId)
    .execute();
}

/** Mails with one of these Message-IDs, in the order of the ids. */
export async function listByHeaderIds(q: Query, mailboxId: number, ids: readonly string[]) {
  if (ids.length === 0) return [];
  const rows = await q
    .selectFrom('mail_messages')
    .select(['message_id', 'created_at', 'ticket_id', 'mail_id', 'header_id'])
    .where('mailbox_id', '=', mailboxId)
    .where('header_id', 'in', ids)
    .orderBy('message_id', 'desc')
    .limit(100)
    .execute();
  return rows.sort((a, b) => ids.indexOf(a.header_id) - ids.indexOf(b.header_id));
}

/**
 * The ticket of the latest mail from that sender, about that subject if one is given. Proven and unproven mails count as
 * different senders.
 */
export async function findLatestTicket(
  q: Query,
  { mailboxId, sender, isUnproven, subjectKey }: SenderOnMailbox & { subjectKey?: string },
): Promise<number | undefined> {
  let latest = q
    .selectFrom('mail_messages')
    .select('ticket_id')
    .where('mailbox_id', '=', mailboxId)
    .where('sender', '=', sender)
    .where('is_unproven', '=', isUnproven)
    .orderBy('message_id', 'desc')
    .limit(1);
  if (subjectKey !== undefined) latest = latest.where('subject_key', '=', subjectKey);
  return (await latest.executeTakeFirst())?.ticket_id ?? undefined;
}

/** The last incoming mails on these merged tickets, the latest first. */
export async function listLastInbound(
  q: Query,
  ticketIds: readonly number[],
  mailboxId: number,
  limit: number,
) {
  return q
    .selectFrom('mail_messages')
    .selectAll()
    .where('ticket_id', 'in', ticketIds)
    .where('mailbox_id', '=', mailboxId)
    .where('mail_id', 'is not', null)
    .orderBy('message_id', 'desc')
    .limit(limit)
    .execute();
}

/** Our last mail to the customer on these tickets, for a follow-up before any answer. */
export async function findLastOutbound(q: Query, ticketIds: readonly number[], mailboxId: number) {
  return q
    .selectFrom('mail_messages')
    .selectAll()
    .where('ticket_id', 'in', ticketIds)
    .where('mailbox_id', '=', mailboxId)
    .where('mail_id', 'is', null)
    .where('is_forward', '=', false)
    .orderBy('message_id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

export async function addMailParticipants(
  q: Query,
  ticketId: number,
  addresses: readonly string[],
): Promise<void> {
  const all = [...new Set(addresses.filter(Boolean))];
  if (all.length === 0) return;
  await q
    .insertInto('mail_people')
    .values(all.map((address) => ({ ticket_id: ticketId, address })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Notes that we have written to these addresses on this ticket. */
export async function noteAnsweredAddresses(
  q: Query,
  ticketId: number,
  addresses: readonly string[],
): Promise<void> {
  await addMailParticipants(q, ticketId, addresses);
  await q
    .updateTable('mail_people')
    .set({ is_answered: true })
    .where('ticket_id', '=', ticketId)
    .where('address', 'in', ['', ...addresses])
    .execute();
}

/** Reply-To addresses of mails on these tickets to which no agent has written yet. */
export async function listUnanswered(q: Query, ticketIds: readonly number[]): Promise<string[]> {
  const rows = await q
    .selectFrom('mail_messages as l')
    .select('l.answers_to')
    .distinct()
    .where('l.ticket_id', 'in', ticketIds)
    .where('l.answers_to', '<>', '')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('mail_people as p')
            .select('p.address')
            .whereRef('p.address', '=', 'l.answers_to')
            .where('p.ticket_id', 'in', ticketIds)
            .where('p.is_answered', '=', true),
        ),
      ),
    )
    .execute();
  return rows.map((row) => row.answers_to);
}

export async function isMailParticipant(q: Query, ticketId: number, address: string): Promise<boolean> {
  const row = await q
    .selectFrom('mail_people')
    .select('ticket_id')
    .where('ticket_id', '=', ticketId)
    .where('address', '=', address)
    .executeTakeFirst();
  return row !== undefined;
}

/** Serialises requests with the same client key. */
export async function lockClientKey(q: Query, userId: number, clientKey: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`mail:${userId}:${clientKey}`}, 0))`.execute(q);
}

export async function findMailFile(q: Query, mailId: number) {
  return q.selectFrom('mails').select('file_id').where('id', '=', mailId).executeTakeFirst();
}

/** Mails up to this message id are still to be made searchable by their HTML; undefined when all have been. */
export async function findHtmlBackfill(q: Query): Promise<number | undefined> {
  const row = await q.selectFrom('mail_html_backfill').select('before_id').executeTakeFirst();
  return row?.before_id;
}

/** Two processes may handle the same batch: the slower one must not move the position back. */
export async function moveHtmlBackfill(q: Query, beforeId: number): Promise<void> {
  await q
    .updateTable('mail_html_backfill')
    .set({ before_id: beforeId })
    .where('before_id', '>', beforeId)
    .execute();
}

export async function endHtmlBackfill(q: Query): Promise<void> {
  await q.deleteFrom('mail_html_backfill').execute();
}

export type MailWithHtml = Awaited<ReturnType<typeof listWithHtml>>[number];

/** Incoming mails with HTML, newest first. */
export async function listWithHtml(q: Query, beforeId: number, limit: number) {
  return q
    .selectFrom('mail_messages')
    .select(['message_id', 'created_at', 'html', 'html_file_id'])
    .where('message_id', '<', beforeId)
    .where('html_file_id', 'is not', null)
    .orderBy('message_id', 'desc')
    .limit(limit)
    .execute();
}
