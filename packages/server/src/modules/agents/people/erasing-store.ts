import { sql } from 'kysely';
import type { Query } from '#platform/db';

/** Tables that refer to the user but are about the work, so they are kept. */
const KEPT = ['agent_states', 'information_reads'];

/**
 * Deletes everything that refers to a user with a cascading foreign key: sessions, passkeys, drafts, and tables of later
 * versions.
 */
export async function deleteRowsOfUser(q: Query, userId: number): Promise<void> {
  const { rows } = await sql<{ place: string; column: string }>`
    select c.conrelid::regclass::text as place, a.attname as column
    from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
    where c.confrelid = 'users'::regclass and c.contype = 'f' and c.confdeltype = 'c' and c.conparentid = 0
      and c.conrelid::regclass::text <> all(${KEPT}::text[])
    order by 1, 2`.execute(q);
  for (const { place, column } of rows)
    await sql`delete from ${sql.table(place)} where ${sql.ref(column)} = ${userId}`.execute(q);
}

/** Empties the user's row, which stays, with a name that distinguishes them from others who left. */
export async function anonymiseAccount(
  q: Query,
  userId: number,
  { name, now }: { name: string; now: Date },
): Promise<void> {
  await sql`update users set username = ${`former-${userId}`}, fullname = ${name}, email = null, password_hash = '',
    password_exp_date = null, user_level_id = null, extension = '', is_monitoring = false, is_active = false, language = 'en', theme = 'system',
    sounds = '{}', invitation_expires_at = null, erased_at = ${now}, version = version + 1 where id = ${userId}`.execute(
    q,
  );
  await sql`update api_keys set name = '—' where user_id = ${userId}`.execute(q);
  await sql`select erase_audit_values(${[`user ${userId}`]}::text[])`.execute(q);
}

/** Replaces the name in the history of settings and of merges, which have copies of it. */
export async function renameInHistory(q: Query, userId: number, name: string): Promise<void> {
  await sql`update list_operations set user_name = ${name} where user_id = ${userId}`.execute(q);
  await sql`update customer_merges set user_name = ${name} where user_id = ${userId}`.execute(q);
}
