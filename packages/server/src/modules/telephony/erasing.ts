import { sql, type RawBuilder } from 'kysely';
import type { Query } from '#platform/db';
import { runCounting, runAllCounting, patternsContaining, type Customers } from '#modules/customers';

/** Erases what telephony keeps of customers: numbers, and what gateways reported about their calls. */
export function registerPhoneCallErasure({ erasing }: Pick<Customers, 'erasing'>): void {
  const eraseThese = (q: Query, calls: RawBuilder<unknown>): Promise<number> =>
    runAllCounting(q, [
      sql`delete from phone_happenings h using phone_calls p where p.call_id in ${calls}
        and h.gateway_id = p.gateway_id and h.linked = any(p.linked)`,
      sql`update phone_calls set number = '', dialled = '', told = '{}' where call_id in ${calls}`,
      sql`update phone_dials set name = '' where call_id in ${calls}`,
    ]);
  erasing.register({
    async ofPerson(q, { customerIds, addresses }) {
      const own = sql`(select c.id from calls c where c.customer_id = any(${customerIds}::bigint[]))`;
      const copies = await eraseThese(q, own);
      const ownEvents = sql`delete from phone_happenings where happening::text ilike any(${patternsContaining(addresses)}::text[])`;
      return { counts: { copies: copies + (await runCounting(q, ownEvents)) } };
    },
    async ofTickets(q, ids) {
      const own = sql`(select c.id from calls c where c.ticket_id = any(${ids}::bigint[]))`;
      return { counts: { copies: await eraseThese(q, own) } };
    },
  });
}
