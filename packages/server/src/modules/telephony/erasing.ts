import { sql } from 'kysely';
import { changedByAll, holding, type Customers } from '#modules/customers';

/** What telephones keep of customers: their numbers, and what gateways told of their calls. */
export function erasePhoneCalls({ erasing }: Pick<Customers, 'erasing'>): void {
  erasing.register({
    async ofPerson(q, { customerIds, addresses }) {
      const own = sql`(select c.id from calls c where c.customer_id = any(${customerIds}::bigint[]))`;
      const copies = await changedByAll(q, [
        sql`delete from phone_happenings h using phone_calls p where p.call_id in ${own} and h.gateway_id = p.gateway_id
          and h.linked = any(p.linked)`,
        sql`delete from phone_happenings where happening::text ilike any(${holding(addresses)}::text[])`,
        sql`update phone_calls set number = '', dialled = '', told = '{}' where call_id in ${own}`,
        sql`update phone_dials set name = '' where call_id in ${own}`,
      ]);
      return { counts: { copies } };
    },
  });
}
