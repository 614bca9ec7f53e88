import { sql } from 'kysely';
import { paged, type Customers } from '#modules/customers';

/** The customer's addresses at messaging providers, and what was sent there without a ticket, for the data package. */
export function registerMessagingExport({ packages }: Pick<Customers, 'packages'>): void {
  packages.register({
    name: 'contacts',
    rows: (q, customerIds) =>
      paged(async (after, most) => {
        const { rows } = await sql<{ id: number }>`
          select c.id, a.name as account, c.address, c.name, c.created_at, c.last_in_at
          from messaging_contacts c join channel_accounts a on a.id = c.channel_account_id
          where c.customer_id = any(${customerIds}::bigint[]) and c.id > ${after} order by c.id limit ${most}`.execute(
          q,
        );
        return rows;
      }),
  });
  packages.register({
    name: 'proactive_messages',
    rows: (q, customerIds) =>
      paged(async (after, most) => {
        const { rows } = await sql<{ id: number }>`
          select p.id, a.name as account, c.address, p.author_name, p.body, p.state, p.created_at
          from messaging_proactive_messages p join messaging_contacts c on c.id = p.contact_id
          join channel_accounts a on a.id = c.channel_account_id
          where c.customer_id = any(${customerIds}::bigint[]) and p.ticket_id is null and p.id > ${after}
          order by p.id limit ${most}`.execute(q);
        return rows;
      }),
  });
}
