import { sql } from 'kysely';
import { runCounting, type Customers } from '#modules/customers';

/** Erases deliveries about customers and tickets. */
export function registerWebhookErasure({ erasing }: Pick<Customers, 'erasing'>): void {
  const remove = (subjects: readonly string[]) =>
    sql`delete from webhook_deliveries where subject = any(${subjects}::text[])`;
  erasing.register({
    ofPerson: async (q, { customerIds }) => ({
      counts: { copies: await runCounting(q, remove(customerIds.map((id) => `customer:${id}`))) },
    }),
    ofTickets: async (q, ids) => ({
      counts: { copies: await runCounting(q, remove(ids.map((id) => `ticket:${id}`))) },
    }),
  });
}
