import { sql } from 'kysely';
import type { Query } from '#platform/db';

/** All users by name, active ones first. */
export async function listPeople(q: Query): Promise<{ id: number; name: string }[]> {
  const { rows } = await sql<{
    id: number;
    name: string;
  }>`select id, name from report_people order by is_active desc, id`.execute(q);
  return rows;
}

/** How many of these are active users. */
export async function countActiveUsers(q: Query, ids: readonly number[]): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*) as n from report_people
    where is_active and id = any(${ids}::bigint[])`.execute(q);
  return rows[0]?.n ?? 0;
}
