import { sql } from 'kysely';
import type { Query } from '#platform/db';

/** Code that computes with office hours shares this lock; code that changes them takes it exclusively. */
export const RULES_LOCK = 7_310_024;

/**
 * Call before reading office hours: they do not change until the transaction ends, and a later recalculation sees what it
 * wrote.
 */
export async function lockRulesShared(q: Query): Promise<void> {
  await sql`select pg_advisory_xact_lock_shared(${RULES_LOCK})`.execute(q);
}

/** Takes the lock exclusively. Call before anything else in the transaction. */
export async function lockRules(q: Query): Promise<void> {
  await sql`select pg_advisory_xact_lock(${RULES_LOCK})`.execute(q);
}
