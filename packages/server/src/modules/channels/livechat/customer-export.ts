import { sql } from 'kysely';
import { paged, type Customers } from '#modules/customers';

/** The browsers in which a customer chatted, without the tokens that identify them. */
export function registerVisitExport({ packages }: Pick<Customers, 'packages'>): void {
  packages.register({
    name: 'visits',
    rows: (q, customerIds) =>
      paged(async (after, most) => {
        const { rows } = await sql<{ id: number }>`
          select id, name, email, language, page, created_at, last_seen_at from livechat_visitors
          where customer_id = any(${customerIds}::bigint[]) and id > ${after} order by id limit ${most}`.execute(
          q,
        );
        return rows;
      }),
  });
}
