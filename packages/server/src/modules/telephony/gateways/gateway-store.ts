import type { PhoneFault, PhoneGatewayHealth } from '@trunkline/contract';
import { sql } from 'kysely';
import type { Query } from '#platform/db';
import '../tables.ts';

export type GatewayRow = NonNullable<Awaited<ReturnType<typeof findGateway>>>;
/** `secret` is encrypted. */
type Fields = {
  host: string;
  port: number;
  is_tls: boolean;
  username: string;
  secret: string;
  after_call_seconds: number | null;
  ws_url?: string | undefined;
  media_address?: string | undefined;
  server_url?: string | undefined;
};
export type StoredHealth = { state: PhoneGatewayHealth['state']; fault: PhoneFault | null; said: string };

const joined = (q: Query) =>
  q
    .selectFrom('phone_gateways as g')
    .innerJoin('report_channel_accounts as a', 'a.id', 'g.id')
    .selectAll('g')
    .select(['a.name', 'a.department_id', 'a.is_active', 'a.updated_at']);

export const listGateways = (q: Query) => joined(q).orderBy('g.id').execute();
export const findGateway = (q: Query, id: number) => joined(q).where('g.id', '=', id).executeTakeFirst();

export async function insertGateway(q: Query, id: number, fields: Fields): Promise<void> {
  await q
    .insertInto('phone_gateways')
    .values({ id, ...fields, fault: null, since: null })
    .execute();
}

export async function updateGateway(q: Query, id: number, fields: Partial<Fields>): Promise<void> {
  if (Object.keys(fields).length === 0) return;
  await q.updateTable('phone_gateways').set(fields).where('id', '=', id).execute();
}

/** Whether anything refers to the gateway; locks it for the rest of the transaction. */
export async function isGatewayUsed(q: Query, id: number): Promise<boolean> {
  await q.selectFrom('phone_gateways').select('id').where('id', '=', id).forUpdate().execute();
  const call = q.selectFrom('phone_calls').select('gateway_id').where('gateway_id', '=', id);
  const line = q.selectFrom('phone_lines').select('gateway_id').where('gateway_id', '=', id);
  return (await call.unionAll(line).limit(1).executeTakeFirst()) !== undefined;
}

/** Whoever deactivates or removes it goes first, or waits. */
export async function lockGateway(q: Query, id: number): Promise<void> {
  await q.selectFrom('phone_gateways').select('id').where('id', '=', id).forUpdate().execute();
}

export async function removeGateway(q: Query, id: number): Promise<void> {
  await q.deleteFrom('phone_happenings').where('gateway_id', '=', id).execute();
  await q.deleteFrom('phone_gateways').where('id', '=', id).execute();
}

/**
 * Stores the health; false where it is unchanged, so that screens are told once. A gateway that fails for another reason than before
 * has failed since the first.
 */
export async function updateHealth(q: Query, id: number, health: StoredHealth, now: Date): Promise<boolean> {
  const row = await q
    .updateTable('phone_gateways')
    .set({
      ...health,
      since: sql<Date>`case when state = ${health.state} then since else ${now}::timestamptz end`,
    })
    .where('id', '=', id)
    .where(({ or, eb }) =>
      or([eb('state', '<>', health.state), eb('fault', 'is distinct from', health.fault)]),
    )
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}
