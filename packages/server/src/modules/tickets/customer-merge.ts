import { sql } from 'kysely';
import type { Ticket } from '@trunkline/contract';
import type { Tx } from '#platform/db';
import { customersWithRows, type MergeParticipant } from '#modules/customers';
import * as store from './store.ts';

/**
 * So many tickets are announced to open lists when their customer changes; screens with older ones show the change when they
 * reload.
 */
const TOLD = 200;

/** Moves the tickets of a customer who is merged into another. */
export function ticketsInCustomerMerge(
  emitChange: (tx: Tx, before: undefined, after: Ticket) => void,
): MergeParticipant {
  async function moveAll(tx: Tx, ids: readonly number[], to: number): Promise<void> {
    await sql`update tickets set customer_id = ${to}, revision = revision + 1
      where id = any(${ids}::bigint[])`.execute(tx.q);
    for (const id of ids.toSorted((a, b) => b - a).slice(0, TOLD)) {
      const ticket = await store.findTicket(tx.q, id);
      if (ticket) emitChange(tx, undefined, ticket);
    }
  }
  const idsOf = async (tx: Tx, customerId: number): Promise<number[]> =>
    (await tx.q.selectFrom('tickets').select('id').where('customer_id', '=', customerId).execute()).map(
      ({ id }) => id,
    );
  return {
    name: 'tickets',
    holders: (q, ids) => customersWithRows(q, 'tickets', ids),
    async lock(q, customerIds) {
      await sql`select from tickets where customer_id = any(${customerIds}::bigint[]) order by id for update`.execute(
        q,
      );
    },
    async move(tx, from, to) {
      const ids = await idsOf(tx, from);
      await moveAll(tx, ids, to);
      return ids;
    },
    async moveBack(tx, ids, { from, to }) {
      const still = new Set(await idsOf(tx, from));
      await moveAll(
        tx,
        ids.filter((id) => still.has(id)),
        to,
      );
    },
  };
}
