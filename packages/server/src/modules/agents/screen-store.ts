import { sql, type RawBuilder } from 'kysely';
import { isLiveSql } from '#platform/process/process-liveness';
import type { Query } from '#platform/db';
import './tables.ts';

/** Whether the user of this column has a socket now, in this process or in another one that lives. */
export const hasOpenScreenSql = (userColumn: string, self: string): RawBuilder<boolean> =>
  sql<boolean>`exists (select from agent_screens a where a.user_id = ${sql.ref(userColumn)}
    and (a.server = ${self} or ${sql.raw(isLiveSql('a.server'))}))`;

export async function hasOpenScreen(q: Query, userId: number, self: string): Promise<boolean> {
  const row = await q
    .selectFrom('users as u')
    .select('u.id')
    .where('u.id', '=', userId)
    .where(hasOpenScreenSql('u.id', self))
    .executeTakeFirst();
  return row !== undefined;
}

export async function insertScreen(q: Query, userId: number, server: string): Promise<void> {
  await q
    .insertInto('agent_screens')
    .values({ user_id: userId, server })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function deleteScreen(q: Query, userId: number, server: string): Promise<void> {
  await q.deleteFrom('agent_screens').where('user_id', '=', userId).where('server', '=', server).execute();
}

/** The users noted as connected to this process. */
export async function listScreens(q: Query, server: string): Promise<number[]> {
  const rows = await q.selectFrom('agent_screens').select('user_id').where('server', '=', server).execute();
  return rows.map((row) => row.user_id);
}

/** Deletes the rows of processes that ended without doing so. */
export async function deleteScreensOfEndedProcesses(q: Query, self: string): Promise<void> {
  await sql`delete from agent_screens a where a.server <> ${self} and not ${sql.raw(isLiveSql('a.server'))}`.execute(
    q,
  );
}

/** Users without a socket, whose last one closed unnoticed because its process was killed. */
export async function listDisconnectedUsers(q: Query, self: string, seenBefore: Date): Promise<number[]> {
  const rows = await q
    .selectFrom('agent_states as s')
    .select('s.user_id')
    .where('s.left_at', 'is', null)
    .where('s.last_seen_at', '<', seenBefore.toISOString())
    .where((eb) => eb.not(hasOpenScreenSql('s.user_id', self)))
    .execute();
  return rows.map((row) => row.user_id);
}
