import { sql } from 'kysely';
import { runCounting, patternsContaining, type Customers } from '#modules/customers';

/** Erases submissions that were rejected as spam; of others there is no copy beside their ticket. */
export function registerSubmissionErasure({ erasing }: Pick<Customers, 'erasing'>): void {
  erasing.register({
    async ofPerson(q, { addresses }) {
      const copies = await runCounting(
        q,
        sql`delete from web_form_submissions where content::text ilike any(${patternsContaining(addresses)}::text[])`,
      );
      return { counts: { copies } };
    },
  });
}
