import { sql, type Insertable } from 'kysely';
import type { Query } from '#platform/db';
import type { Tables } from '#platform/tables';
import { canSignInSql } from '../rights-store.ts';
import '../tables.ts';

export const listPasskeys = (q: Query, userId: number) =>
  q.selectFrom('passkeys').selectAll().where('user_id', '=', userId).orderBy('id').execute();

/** Locks the passkey until the transaction ends: of two uses at once the second sees the counter of the first. */
export const lockPasskey = (q: Query, credentialId: string) =>
  q
    .selectFrom('passkeys')
    .selectAll()
    .where('credential_id', '=', credentialId)
    .forUpdate()
    .executeTakeFirst();

/** Undefined where the passkey exists already. */
export const insertPasskey = (q: Query, passkey: Insertable<Tables['passkeys']>) =>
  q
    .insertInto('passkeys')
    .values(passkey)
    .onConflict((conflict) => conflict.column('credential_id').doNothing())
    .returningAll()
    .executeTakeFirst();

export async function notePasskeyUse(
  q: Query,
  id: number,
  use: { counter: number; last_used_at: Date },
): Promise<void> {
  await q.updateTable('passkeys').set(use).where('id', '=', id).execute();
}

export const removePasskey = (q: Query, userId: number, id: number) =>
  q
    .deleteFrom('passkeys')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .returning('name')
    .executeTakeFirst();

/** Counts active users by the host of their passkeys; `only_way`: those for whom one of `here` is the only way to sign in. */
export async function countPasskeyPeople(
  q: Query,
  here: string,
): Promise<{ people: number; elsewhere: number; only_way: number }> {
  const { rows } = await sql<{ people: number; elsewhere: number; only_way: number }>`
    select count(*) filter (where is_here) as people, count(*) filter (where not is_here) as elsewhere,
      count(*) filter (where is_here and not can_sign_in) as only_way
    from (select bool_or(k.rp_id = ${here}) as is_here, bool_or(${canSignInSql}) as can_sign_in
      from passkeys k join users u on u.id = k.user_id where u.is_active group by u.id) each`.execute(q);
  return rows[0] ?? { people: 0, elsewhere: 0, only_way: 0 };
}

export async function removePasskeysOf(q: Query, userId: number): Promise<void> {
  await q.deleteFrom('passkeys').where('user_id', '=', userId).execute();
}
