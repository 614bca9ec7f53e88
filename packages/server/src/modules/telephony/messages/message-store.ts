import { sql } from 'kysely';
import type { Query } from '#platform/db';
import '../tables.ts';

export type CallWithMessage = NonNullable<Awaited<ReturnType<typeof findCall>>>;

/** A telephone call with what its gateway reported, and the name of its customer. */
export const findCall = (q: Query, id: number) =>
  q
    .selectFrom('calls as c')
    .innerJoin('phone_calls as p', 'p.call_id', 'c.id')
    .leftJoin('customers as k', 'k.id', 'c.customer_id')
    .select([
      'c.id',
      'c.ticket_id',
      'p.gateway_id',
      'p.linked',
      'p.number',
      'p.told',
      'k.name as customer_name',
    ])
    .where('c.id', '=', id)
    .executeTakeFirst();

/** The calls with this Linkedid. */
export async function listCallsByLinkedId(q: Query, gatewayId: number, linked: string): Promise<number[]> {
  const rows = await q
    .selectFrom('phone_calls as p')
    .select('p.call_id')
    .where('p.gateway_id', '=', gatewayId)
    .where(sql<boolean>`p.linked && ${[linked]}::text[]`)
    .execute();
  return rows.map(({ call_id: id }) => id);
}
