import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Query } from '#platform/db';
import './tables.ts';

/** 48 bits of a hash: of a million addresses, one in five hundred million is taken for another. */
const markOf = (key: string): number => createHash('sha256').update(key).digest().readUIntBE(0, 6);

/** Notes that these addresses were seen; returns for each whether an earlier line had it. */
export async function markAddressesSeen(
  q: Query,
  importId: number,
  keys: readonly string[],
): Promise<(key: string) => boolean> {
  const marks = [...new Set(keys.map(markOf))];
  if (marks.length === 0) return () => false;
  const { rows } = await sql<{ mark: number }>`
    insert into customer_import_marks (import_id, mark) select ${importId}, unnest(${marks}::bigint[])
    on conflict do nothing returning mark`.execute(q);
  const fresh = new Set(rows.map(({ mark }) => mark));
  return (key) => !fresh.has(markOf(key));
}

export async function removeMarks(q: Query, importId: number): Promise<void> {
  await q.deleteFrom('customer_import_marks').where('import_id', '=', importId).execute();
}
