import { sql } from 'kysely';
import type { Customers } from '#modules/customers';

/** Deletes the token of the browser too, so that a later chat from it is of a new visitor. */
export function registerVisitorErasure({ erasing }: Pick<Customers, 'erasing'>): void {
  erasing.register({
    async ofPerson(q, { customerIds, addresses }) {
      const files = await sql<{ id: string }>`
        delete from files f using livechat_visitors v where f.visitor_id = v.id and f.message_id is null
          and v.customer_id = any(${customerIds}::bigint[]) returning f.id`.execute(q);
      await sql`delete from livechat_visitors where customer_id = any(${customerIds}::bigint[])
        or (customer_id is null and lower(email) = any(${addresses}::text[]))`.execute(q);
      return { files: files.rows.map(({ id }) => id) };
    },
  });
}
