import { sql } from 'kysely';
import type { Query } from '#platform/db';
import type { AccountRow } from '../accounts/account-store.ts';

/** Reserves the next send slot of an account within its rate for all processes; returns in how many milliseconds it is. */
export async function reserveSendSlot(
  q: Query,
  { id, per_second: perSecond }: Pick<AccountRow, 'id' | 'per_second'>,
): Promise<number> {
  const step = sql`make_interval(secs => 1.0 / ${perSecond}::float8)`;
  const { rows } = await sql<{ ms: number }>`
    insert into messaging_pace as p (channel_account_id, free_at) values (${id}, clock_timestamp() + ${step})
    on conflict (channel_account_id) do update set free_at = greatest(p.free_at, clock_timestamp()) + ${step}
    returning (extract(epoch from p.free_at - ${step} - clock_timestamp()) * 1000)::float8 as ms`.execute(q);
  return Math.max(0, rows[0]?.ms ?? 0);
}
