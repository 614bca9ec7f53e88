import { sql } from 'kysely';
import { paged, type Customers } from '#modules/customers';

/** The accounts and addresses of a customer's conversations, for their data package. */
export function registerConversationExport({ packages }: Pick<Customers, 'packages'>): void {
  packages.register({
    name: 'conversations',
    rows: (q, customerIds) =>
      paged(async (after, most) => {
        const { rows } = await sql<{ id: number }>`
          select c.id, t.number as ticket, a.name as account, c.address, c.status, c.started_at, c.ended_at
          from conversations c left join tickets t on t.id = c.ticket_id
            left join channel_accounts a on a.id = c.channel_account_id
          where c.customer_id = any(${customerIds}::bigint[]) and c.id > ${after} order by c.id limit ${most}`.execute(
          q,
        );
        return rows;
      }),
  });
}
