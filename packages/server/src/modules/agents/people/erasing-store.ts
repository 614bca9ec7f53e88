import { sql } from 'kysely';
import type { Query } from '#platform/db';

/** What is of the work and not of the person, though it would go with the row. */
const KEPT = ['agent_states', 'information_reads'];

/** What goes with a person's row, by what the tables themselves say: sessions, passkeys, drafts, and whatever comes later. */
export async function removeBelongings(q: Query, userId: number): Promise<void> {
  const { rows } = await sql<{ place: string; column: string }>`
    select c.conrelid::regclass::text as place, a.attname as column
    from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
    where c.confrelid = 'users'::regclass and c.contype = 'f' and c.confdeltype = 'c' and c.conparentid = 0
      and c.conrelid::regclass::text <> all(${KEPT}::text[])
    order by 1, 2`.execute(q);
  for (const { place, column } of rows)
    await sql`delete from ${sql.table(place)} where ${sql.ref(column)} = ${userId}`.execute(q);
}

/** Only that somebody worked here stays, under a name that tells them from others who left. */
export async function emptyAccount(
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

/** The history of the settings and of merges names people as they were called then. */
export async function renameInHistory(q: Query, userId: number, name: string): Promise<void> {
  await sql`update list_operations set user_name = ${name} where user_id = ${userId}`.execute(q);
  await sql`update customer_merges set user_name = ${name} where user_id = ${userId}`.execute(q);
}
