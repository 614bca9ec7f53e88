import { sql } from 'kysely';
import type { Customers, PlacedTickets } from '#modules/customers';
import { canSee } from '../policy.ts';

/** The figures of customers count the tickets that a viewer may see, by the rule of the lists. */
export function registerCustomerFigures({ figures }: Pick<Customers, 'figures'>): void {
  figures.registerTickets({
    async count(q, customerIds) {
      const { rows } = await sql<PlacedTickets>`
        select customer_id, department_id, assignee_id, count(*) as total,
          count(*) filter (where status in ('open', 'pending', 'on_hold')) as open
        from tickets where customer_id = any(${customerIds}::bigint[]) group by 1, 2, 3`.execute(q);
      return rows;
    },
    sees: canSee,
  });
}
