import { sql } from 'kysely';
import { paged, type Customers } from '#modules/customers';

/** Submissions from a customer's address that were rejected as spam; all others are on their tickets. */
export function registerSubmissionExport({ packages }: Pick<Customers, 'packages'>): void {
  packages.register({
    name: 'web_forms',
    rows: (q, customerIds) =>
      paged(async (after, most) => {
        const { rows } = await sql<{ id: number }>`
          select s.id, s.received_at, s.email, s.content from web_form_submissions s
          where s.content is not null and s.id > ${after} and lower(s.email) in (
            select i.value from customer_identities i where i.kind = 'email' and not i.is_claimed
              and i.customer_id = any(${customerIds}::bigint[]))
          order by s.id limit ${most}`.execute(q);
        return rows;
      }),
  });
}
