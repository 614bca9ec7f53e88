import type { SecondFactorRule } from '@trunkline/contract';
import { sql } from 'kysely';
import type { Query } from '#platform/db';
import '../tables.ts';

export const findFactor = (q: Query, userId: number) =>
  q.selectFrom('second_factors').selectAll().where('user_id', '=', userId).executeTakeFirst();

/** Locks the row until the transaction ends: codes of a user are checked one after the other. */
export const lockFactor = (q: Query, userId: number) =>
  q.selectFrom('second_factors').selectAll().where('user_id', '=', userId).forUpdate().executeTakeFirst();

export async function setPendingSecret(
  q: Query,
  userId: number,
  pending: { sealed_pending: string; pending_until: Date },
): Promise<void> {
  await q
    .insertInto('second_factors')
    .values({ user_id: userId, ...pending })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(pending))
    .execute();
}

/** The pending secret replaces the current one. */
export async function enableFactor(q: Query, userId: number, sealed: string, now: Date): Promise<void> {
  await q
    .updateTable('second_factors')
    .set({ sealed_secret: sealed, enabled_at: now, sealed_pending: null, pending_until: null })
    .where('user_id', '=', userId)
    .execute();
}

/** Keeps the last step, so that a used code is not accepted with a later secret either. */
export async function disableFactor(q: Query, userId: number): Promise<void> {
  await q
    .updateTable('second_factors')
    .set({ sealed_secret: null, enabled_at: null, sealed_pending: null, pending_until: null })
    .where('user_id', '=', userId)
    .execute();
  await q.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
  await q.updateTable('sessions').set({ second_factor: false }).where('user_id', '=', userId).execute();
}

export async function setLastCodeStep(q: Query, userId: number, step: number): Promise<void> {
  await q.updateTable('second_factors').set({ last_step: step }).where('user_id', '=', userId).execute();
}

export async function replaceRecoveryCodes(
  q: Query,
  userId: number,
  hashes: readonly string[],
): Promise<void> {
  await q.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
  await q
    .insertInto('recovery_codes')
    .values(hashes.map((code_hash) => ({ user_id: userId, code_hash })))
    .execute();
}

/** Returns false if the code is unknown or was used already. */
export async function consumeRecoveryCode(
  q: Query,
  userId: number,
  code: { hash: string; now: Date },
): Promise<boolean> {
  const row = await q
    .updateTable('recovery_codes')
    .set({ used_at: code.now })
    .where('user_id', '=', userId)
    .where('code_hash', '=', code.hash)
    .where('used_at', 'is', null)
    .returning('user_id')
    .executeTakeFirst();
  return row !== undefined;
}

export async function countRecoveryCodes(q: Query, userId: number): Promise<number> {
  const row = await q
    .selectFrom('recovery_codes')
    .select(sql<number>`count(*)`.as('left'))
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .executeTakeFirst();
  return row?.left ?? 0;
}

export async function findLevelRule(q: Query, levelId: number): Promise<SecondFactorRule> {
  const row = await q
    .selectFrom('user_levels')
    .select('second_factor')
    .where('id', '=', levelId)
    .executeTakeFirst();
  return row?.second_factor ?? 'allowed';
}

/** Marks this session as begun with two factors. */
export async function markSessionTwoFactor(q: Query, sessionId: number): Promise<void> {
  await q.updateTable('sessions').set({ second_factor: true }).where('id', '=', sessionId).execute();
}
