import { sql } from 'kysely';
import type { Query } from '#platform/db';
import type { StoredMailDraft } from '../tables.ts';

type DraftKey = { userId: number; place: string };
type StoredDraft = DraftKey & { clientKey: string; mail: StoredMailDraft; fileIds: string[]; now: Date };

/** Max. number of drafts kept per user; older ones are deleted. */
const KEPT = 50;

export async function findDraft(q: Query, { userId, place }: DraftKey) {
  return q
    .selectFrom('mail_drafts')
    .select(['client_key', 'mail', 'file_ids'])
    .where('user_id', '=', userId)
    .where('place', '=', place)
    .executeTakeFirst();
}

export async function saveMailDraft(
  q: Query,
  { userId, place, clientKey, mail, fileIds, now }: StoredDraft,
): Promise<void> {
  const values = { client_key: clientKey, mail: JSON.stringify(mail), file_ids: fileIds, updated_at: now };
  await q
    .insertInto('mail_drafts')
    .values({ user_id: userId, place, ...values })
    .onConflict((conflict) => conflict.columns(['user_id', 'place']).doUpdateSet(values))
    .execute();
  await sql`delete from mail_drafts where user_id = ${userId} and place in (
    select place from mail_drafts where user_id = ${userId} order by updated_at desc offset ${KEPT})`.execute(
    q,
  );
}

export async function removeDraft(q: Query, { userId, place }: DraftKey): Promise<void> {
  await q.deleteFrom('mail_drafts').where('user_id', '=', userId).where('place', '=', place).execute();
}

/** Deletes the draft of a mail that was sent. */
export async function removeSentDraft(q: Query, userId: number, clientKey: string): Promise<void> {
  await q
    .deleteFrom('mail_drafts')
    .where('user_id', '=', userId)
    .where('client_key', '=', clientKey)
    .execute();
}

/** Those of these files that a draft refers to. */
export async function listDraftFiles(q: Query, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct f.id from mail_drafts d, unnest(d.file_ids) as f (id)
    where d.file_ids && ${ids}::uuid[] and f.id = any(${ids}::uuid[])`.execute(q);
  return rows.map(({ id }) => id);
}
