import type { Query } from '#platform/db';
import { defineLockedQueue } from '#platform/work-queue/index';
import type { SenderOnMailbox } from '../outbound/email-store.ts';
import '../tables.ts';

/**
 * The queue of mails; ordering keys are only known after parsing, so a mailbox's mails are claimed in batches. After too many
 * attempts a mail is put on a ticket as unreadable; if even that fails it is retried for ever, so that nothing is lost.
 */
export const receivedMailQueue = defineLockedQueue({
  name: 'email:process',
  table: 'mails',
  id: 'id',
  owner: 'mailbox_id',
  pending: 'received',
  failed: 'failed',
  pausesMs: [10_000, 60_000, 300_000, 1_800_000],
  repeatsLastPause: true,
});

export type MailFolder = { mailbox_id: number; name: string; uid_validity: number; last_uid: number };
export type NewMail = {
  mailbox_id: number;
  folder: string;
  uid_validity: number;
  uid: number;
  file_id: string;
  fingerprint: Buffer;
  size: number;
  is_partial: boolean;
  arrived_at: Date;
  /** The envelope, for a mail that the server did not return. */
  state?: 'ignored';
  reason?: 'not_given';
  sender?: string;
  sender_name?: string;
  subject?: string;
};
export type ReceivedMailRow = Awaited<ReturnType<typeof receivedMailQueue.listDue>>[number];

export async function findFolder(q: Query, mailboxId: number, name: string) {
  return q
    .selectFrom('mail_folders')
    .selectAll()
    .where('mailbox_id', '=', mailboxId)
    .where('name', '=', name)
    .executeTakeFirst();
}

/** Writes how far a folder has been read. */
export async function saveFolder(q: Query, folder: MailFolder, takesAfter?: Date | null): Promise<void> {
  const { uid_validity, last_uid } = folder;
  await q
    .insertInto('mail_folders')
    .values({ ...folder, takes_after: takesAfter ?? null })
    .onConflict((conflict) =>
      conflict.columns(['mailbox_id', 'name']).doUpdateSet({ uid_validity, last_uid }),
    )
    .execute();
}

/** Stores new mails and returns their file ids. A mail that was stored before under another UID is not new. */
export async function insertMails(q: Query, mails: readonly NewMail[], now: Date): Promise<Set<string>> {
  if (mails.length === 0) return new Set();
  const rows = await q
    .insertInto('mails')
    .values(mails.map((mail) => ({ ...mail, stored_at: now })))
    .onConflict((conflict) => conflict.doNothing())
    .returning('file_id')
    .execute();
  return new Set(rows.map((row) => row.file_id));
}

/** Those of these files that a received mail refers to. */
export async function listUsedFiles(q: Query, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await q.selectFrom('mails').select('file_id').where('file_id', 'in', ids).execute();
  return new Set(rows.map((row) => row.file_id));
}

type Outcome = {
  state: 'done' | 'ignored' | 'failed';
  reason: string;
  sender?: string;
  sender_name?: string;
  subject?: string;
  is_unproven?: boolean;
  is_proven?: boolean;
  ticket_id?: number;
};

export async function updateMail(q: Query, id: number, outcome: Outcome): Promise<void> {
  await q.updateTable('mails').set(outcome).where('id', '=', id).execute();
}

/** How many mails of that sender were accepted since then; proven, unproven and other mails are counted separately. */
export async function countMailsOfSender(
  q: Query,
  { mailboxId, sender, isUnproven, isProven, since }: SenderOnMailbox & { isProven: boolean; since: Date },
): Promise<number> {
  const row = await q
    .selectFrom('mails')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where('mailbox_id', '=', mailboxId)
    .where('sender', '=', sender)
    .where('is_unproven', '=', isUnproven)
    .where('is_proven', '=', isProven)
    .where('stored_at', '>', since.toISOString())
    .where('state', '=', 'done')
    .executeTakeFirstOrThrow();
  return row.n;
}

/** When a mail came into the mailbox, as its server says. */
export async function findArrivalTime(q: Query, id: number): Promise<string | undefined> {
  const row = await q.selectFrom('mails').select('arrived_at').where('id', '=', id).executeTakeFirst();
  return row?.arrived_at;
}
