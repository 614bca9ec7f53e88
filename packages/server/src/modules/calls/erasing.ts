import { sql } from 'kysely';
import type { Query } from '#platform/db';
import { runCounting, type Customers } from '#modules/customers';
import type { RecordingFiles } from './recordings/recording-files.ts';

type Deps = { erasing: Customers['erasing']; files: Pick<RecordingFiles, 'areOurs' | 'remove'> };

/** Replaces the name of an erased user in the calls that they were in. */
export async function renameInCalls(q: Query, userId: number, name: string): Promise<void> {
  await sql`update call_people set name = ${name} where user_id = ${userId}`.execute(q);
}

/** Erases what calls keep of customers: who took part, their ratings, and their recordings. */
export function registerCallErasure({ erasing, files }: Deps): void {
  async function eraseThese(q: Query, ids: readonly number[]) {
    if (ids.length === 0) return {};
    const recordings = await sql<{ egress_id: string }>`
      select egress_id from call_recordings where call_id = any(${ids}::bigint[]) and state <> 'deleted'`.execute(
      q,
    );
    for (const { egress_id } of recordings.rows) if (files.areOurs) await files.remove(egress_id);
    for (const statement of [
      sql`update call_recordings set state = 'deleted', parts = '[]', kept_by = null, deleted_at = now()
        where call_id = any(${ids}::bigint[]) and state <> 'deleted'`,
      sql`update call_people set name = case role when 'agent' then name else '' end,
        identity = case role when 'agent' then identity else 'erased-' || id end where call_id = any(${ids}::bigint[])`,
      sql`delete from call_rights where call_id = any(${ids}::bigint[])`,
      sql`delete from call_rulings where call_id = any(${ids}::bigint[])`,
      sql`update call_invitations set note = '' where call_id = any(${ids}::bigint[])`,
      sql`update phone_after_calls set notes = '' where call_id = any(${ids}::bigint[])`,
    ])
      await statement.execute(q);
    const calls = await runCounting(
      q,
      sql`update calls set rating_comment = '', moved_note = '', client_key = null where id = any(${ids}::bigint[])`,
    );
    return { counts: { calls, recordings: recordings.rows.length } };
  }

  const idsOf = async (q: Query, where: ReturnType<typeof sql>): Promise<number[]> => {
    const { rows } = await sql<{ id: number }>`select id from calls where ${where}`.execute(q);
    return rows.map(({ id }) => id);
  };

  erasing.register({
    async isBusy(q, customerIds) {
      const { rows } = await sql`select from calls
        where customer_id = any(${customerIds}::bigint[]) and state <> 'ended' limit 1`.execute(q);
      return rows.length > 0;
    },
    async count(q, customerIds) {
      const { rows } = await sql<{ calls: number; recordings: number }>`
        with own as (select id from calls where customer_id = any(${customerIds}::bigint[]))
        select (select count(*) from own)::int as calls,
          (select count(*) from call_recordings r join own on own.id = r.call_id where r.state <> 'deleted')::int
            as recordings`.execute(q);
      return rows[0] ?? {};
    },
    ofPerson: async (q, { customerIds }) =>
      // Calls on a ticket of theirs are erased with it.
      eraseThese(
        q,
        await idsOf(
          q,
          sql`customer_id = any(${customerIds}::bigint[]) and not exists (
            select from tickets t where t.id = calls.ticket_id and t.customer_id = any(${customerIds}::bigint[]))`,
        ),
      ),
    async ofTickets(q, ids) {
      await sql`update call_backs set phone = '', email = ''
        where ticket_id = any(${ids}::bigint[])`.execute(q);
      return eraseThese(q, await idsOf(q, sql`ticket_id = any(${ids}::bigint[])`));
    },
  });
}
