import { sql } from 'kysely';
import type { Tx } from './db.ts';

/**
 * Runs a part of a transaction that may fail on its own: if it throws, what it wrote is rolled back, its callbacks and events
 * are dropped, and the error is thrown; the transaction can go on.
 */
export async function inSavepoint<T>(tx: Tx, work: (tx: Tx) => Promise<T>): Promise<T> {
  const pending: (() => void)[] = [];
  const part: Tx = {
    ...tx,
    emit: (name, payload, rooms) => void pending.push(() => tx.emit(name, payload, rooms)),
    beforeCommit: (key, run) => void pending.push(() => tx.beforeCommit(key, run)),
    afterCommit: (run) => void pending.push(() => tx.afterCommit(run)),
  };
  await sql`savepoint part`.execute(tx.q);
  try {
    const value = await work(part);
    await sql`release savepoint part`.execute(tx.q);
    for (const tell of pending) tell();
    return value;
  } catch (error) {
    await sql`rollback to savepoint part`.execute(tx.q);
    await sql`release savepoint part`.execute(tx.q);
    throw error;
  }
}
