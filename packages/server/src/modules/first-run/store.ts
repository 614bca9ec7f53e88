import type { BodyOf, updateSetup } from '@trunkline/contract';
import { sql } from 'kysely';
import type { Query } from '#platform/db';
import './tables.ts';

const FIRST_RUN_LOCK = 7_310_180;

/** Locks the first run until the transaction ends, also where there is no row. */
export async function lockFirstRun(q: Query): Promise<void> {
  await sql`select pg_advisory_xact_lock(${FIRST_RUN_LOCK})`.execute(q);
}

export const findFirstRun = (q: Query) => q.selectFrom('first_run').selectAll().executeTakeFirst();

/** Restores a lost row with a new nonce, so that earlier tokens are invalid. */
export async function restoreFirstRun(q: Query, isSetUp: boolean, now: Date): Promise<void> {
  await q
    .insertInto('first_run')
    .values(isSetUp ? { set_up_at: now, step: 'done', is_hidden: true } : { set_up_at: null })
    .execute();
}

export async function markSetUp(q: Query, now: Date, step: 'organisation' | 'done'): Promise<void> {
  await q.updateTable('first_run').set({ set_up_at: now, step }).execute();
}

/** Opens the wizard again, with another token, since there is no account any more. */
export async function reopenWizard(q: Query): Promise<void> {
  await q
    .updateTable('first_run')
    .set({ set_up_at: null, nonce: sql`gen_random_uuid()::text` })
    .execute();
}

export async function changeFirstRun(q: Query, change: BodyOf<typeof updateSetup>): Promise<void> {
  if (Object.keys(change).length > 0) await q.updateTable('first_run').set(change).execute();
}
