import { sql } from 'kysely';
import { runAllCounting, patternsContaining, type Customers } from '#modules/customers';

/** Erases what messaging channels store of customers: their addresses, and the raw deliveries of providers. */
export function registerMessagingErasure({ erasing }: Pick<Customers, 'erasing'>): void {
  erasing.register({
    async ofPerson(q, { customerIds, addresses }) {
      const unanswered = sql`select p.id from messaging_proactive_messages p
        join messaging_contacts c on c.id = p.contact_id where c.customer_id = any(${customerIds}::bigint[])`;
      const messages = await runAllCounting(q, [
        sql`delete from messaging_outbox where message_id in (${unanswered})`,
        sql`update messaging_messages set address = '' where message_id in (${unanswered})`,
        sql`delete from messaging_proactive_messages where id in (${unanswered})`,
      ]);
      const contacts = await sql<{ address: string }>`
        delete from messaging_contacts where customer_id = any(${customerIds}::bigint[]) returning address`.execute(
        q,
      );
      const all = [...new Set([...addresses, ...contacts.rows.map(({ address }) => address)])].filter(
        Boolean,
      );
      const held = patternsContaining(all);
      const copies = await runAllCounting(q, [
        // The row stays, so that a repetition is recognised; its content is erased, so there is nothing left to process.
        sql`update messaging_deliveries set body = '', state = 'done' where state <> 'received'
          and exists (select from unnest(${all}::text[]) a where position(convert_to(a, 'UTF8') in body) > 0)`,
        sql`delete from messaging_early where fact::text ilike any(${held}::text[])`,
        sql`delete from messaging_joined where parts::text ilike any(${held}::text[])
          or joined ilike any(${held}::text[])`,
        sql`delete from auto_replies_sent where address = any(${all}::text[])`,
      ]);
      return { counts: { copies: copies + messages } };
    },
    async ofTickets(q, ids) {
      const copies = await runAllCounting(q, [
        sql`delete from messaging_outbox where ticket_id = any(${ids}::bigint[])`,
        sql`update messaging_messages set address = '' where ticket_id = any(${ids}::bigint[])`,
        sql`delete from messaging_outbox where message_id in (
          select id from messaging_proactive_messages where ticket_id = any(${ids}::bigint[]))`,
        sql`update messaging_messages set address = '' where message_id in (
          select id from messaging_proactive_messages where ticket_id = any(${ids}::bigint[]))`,
        sql`delete from messaging_proactive_messages where ticket_id = any(${ids}::bigint[])`,
        sql`delete from messaging_media where ticket_id = any(${ids}::bigint[])`,
      ]);
      return { counts: { copies } };
    },
  });
}
