import type { IgnoredReason } from '@trunkline/contract';
import type { Query } from '#platform/db';
import '../tables.ts';

/** Rejected mails, newest first; those before that id if one is given. */
export async function listIgnored(
  q: Query,
  { mailboxId, before, limit }: { mailboxId: number; before: number | undefined; limit: number },
) {
  let page = q
    .selectFrom('mails')
    .select(['id', 'arrived_at', 'sender', 'sender_name', 'subject', 'size'])
    .select((eb) => eb.ref('reason').$castTo<IgnoredReason>().as('reason'))
    .where('mailbox_id', '=', mailboxId)
    .where('state', '=', 'ignored')
    .orderBy('id', 'desc')
    .limit(limit);
  if (before !== undefined) page = page.where('id', '<', before);
  return page.execute();
}

export async function findIgnored(q: Query, mailboxId: number, id: number) {
  return q
    .selectFrom('mails')
    .selectAll()
    .where('id', '=', id)
    .where('mailbox_id', '=', mailboxId)
    .where('state', '=', 'ignored')
    .executeTakeFirst();
}

/** The same by id, locked until the transaction ends. */
export async function lockIgnored(q: Query, mailboxId: number, id: number) {
  return q
    .selectFrom('mails')
    .selectAll()
    .where('id', '=', id)
    .where('mailbox_id', '=', mailboxId)
    .where('state', '=', 'ignored')
    .forUpdate()
    .executeTakeFirst();
}

/** Locks some of the mails that were rejected before that time; skips those that are being accepted. */
export async function listIgnoredBefore(q: Query, before: Date, limit: number) {
  return q
    .selectFrom('mails')
    .select(['id', 'mailbox_id', 'file_id'])
    .where('state', '=', 'ignored')
    .where('stored_at', '<', before.toISOString())
    .orderBy('stored_at')
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute();
}

/** Only its dedupe key stays, so that it is recognised after a change of UIDVALIDITY. */
export async function emptyIgnoredMails(q: Query, ids: readonly number[]): Promise<void> {
  await q
    .updateTable('mails')
    .set({ state: 'gone', sender: '', sender_name: '', subject: '' })
    .where('id', 'in', ids)
    .execute();
}
