import { sql } from 'kysely';
import { runAllCounting, type Customers } from '#modules/customers';

/** Erases what rules have stored about tickets: queued events and runs. */
export function registerRuleRunErasure({ erasing }: Pick<Customers, 'erasing'>): void {
  erasing.register({
    async ofTickets(q, ids) {
      const copies = await runAllCounting(q, [
        sql`delete from automation_queue where ticket_id = any(${ids}::bigint[])`,
        sql`update automation_runs set work = '{}', cause = '' where ticket_id = any(${ids}::bigint[])`,
      ]);
      return { counts: { copies } };
    },
  });
}
