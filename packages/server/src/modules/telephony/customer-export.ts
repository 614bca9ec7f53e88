import { sql } from 'kysely';
import { paged, type Customers } from '#modules/customers';

/** What a customer's data package contains of telephone calls in addition to all calls. */
export function registerPhoneCallExport({ packages }: Pick<Customers, 'packages'>): void {
  packages.register({
    name: 'phone_calls',
    rows: (q, customerIds) =>
      paged(async (after, most) => {
        const { rows } = await sql<{ id: number }>`
          select p.call_id as id, p.number, p.dialled, p.queue, p.ivr_keypress
          from phone_calls p join calls c on c.id = p.call_id
          where c.customer_id = any(${customerIds}::bigint[]) and p.call_id > ${after}
          order by p.call_id limit ${most}`.execute(q);
        return rows;
      }),
  });
}
