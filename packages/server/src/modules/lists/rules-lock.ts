import { sql } from 'kysely';
import type { Query } from '#platform/db';

/** Whoever counts in office hours shares this lock; whoever changes them has it alone. */
const RULES_LOCK = 7_310_024;

/** Call before reading: what was read then holds until the transaction ends, and a recount sees what was written by it. */
export async function shareRules(q: Query): Promise<void> {
  await sql`select pg_advisory_xact_lock_shared(${RULES_LOCK})`.execute(q);
}

/** Call before anything else in the transaction. */
export async function lockRules(q: Query): Promise<void> {
  await sql`select pg_advisory_xact_lock(${RULES_LOCK})`.execute(q);
}
