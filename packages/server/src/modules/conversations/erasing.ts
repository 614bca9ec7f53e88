import { sql } from 'kysely';
import { runAllCounting, type Customers } from '#modules/customers';

/** Erases what conversations keep of customers: the address, and what responders have collected. */
export function registerConversationErasure({ erasing }: Pick<Customers, 'erasing'>): void {
  erasing.register({
    async ofPerson(q, { customerIds, addresses }) {
      await sql`delete from blocks b where (b.kind <> 'contact' and b.value = any(${addresses}::text[]))
        or (b.kind = 'contact' and exists (select from conversations c where c.customer_id = any(${customerIds}::bigint[])
          and c.channel_account_id = b.account_id and c.address = b.value))`.execute(q);
      await sql`update conversations set address = '', handed_over = null, taken_key = null
        where customer_id = any(${customerIds}::bigint[])`.execute(q);
      return {};
    },
    async ofTickets(q, ids) {
      const copies = await runAllCounting(q, [
        sql`update conversations set address = '', handed_over = null, taken_key = null, status = 'ended',
          ended_at = coalesce(ended_at, now()) where ticket_id = any(${ids}::bigint[])`,
        sql`delete from scheduled_replies where ticket_id = any(${ids}::bigint[])`,
        sql`delete from auto_replies_sent where ticket_id = any(${ids}::bigint[])`,
        sql`update macro_runs set before = '{}' where ticket_id = any(${ids}::bigint[])`,
      ]);
      return { counts: { copies } };
    },
  });
}
