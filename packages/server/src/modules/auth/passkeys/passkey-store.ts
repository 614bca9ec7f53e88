import type { Insertable } from 'kysely';
import type { Query } from '#platform/db';
import type { Tables } from '#platform/tables';
import '../tables.ts';

export const listPasskeys = (q: Query, userId: number) =>
  q.selectFrom('passkeys').selectAll().where('user_id', '=', userId).orderBy('id').execute();

/** Held until the transaction ends: of two uses at once the second sees the counter of the first. */
export const lockPasskey = (q: Query, credentialId: string) =>
  q
    .selectFrom('passkeys')
    .selectAll()
    .where('credential_id', '=', credentialId)
    .forUpdate()
    .executeTakeFirst();

/** Undefined where somebody has it already. */
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

export async function removePasskeysOf(q: Query, userId: number): Promise<void> {
  await q.deleteFrom('passkeys').where('user_id', '=', userId).execute();
}
