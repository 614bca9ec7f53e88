import type { PhoneItemKind, PhoneSetupState } from '@trunkline/contract';
import { sql } from 'kysely';
import type { Query } from '#platform/db';
import '../tables.ts';

export type ItemRow = Awaited<ReturnType<typeof listItems>>[number];
export type ItemFields = { name: string; settings: object; secret?: string };
export type PromptSound = { file: string; duration_ms: number; audio: Buffer };

/** The first half of the advisory locks; the second is the gateway's id. */
const SETUP_LOCK = 7_310_066;
const APPLY_LOCK = 7_310_067;

/** Locks the configuration of a gateway; call it before reading what is to be checked and changed. */
export async function lockSetup(q: Query, gatewayId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(${SETUP_LOCK}, ${gatewayId}::int)`.execute(q);
}

/** Has one process at a time write to a gateway. */
export async function lockApplying(q: Query, gatewayId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(${APPLY_LOCK}, ${gatewayId}::int)`.execute(q);
}

export const listItems = (q: Query, gatewayId: number) =>
  q
    .selectFrom('phone_items as i')
    .leftJoin('phone_prompts as p', 'p.item_id', 'i.id')
    .select(['i.id', 'i.kind', 'i.name', 'i.settings', 'i.queue', 'i.secret', 'p.file', 'p.duration_ms'])
    .where('i.gateway_id', '=', gatewayId)
    .orderBy('i.kind')
    .orderBy(sql`lower(i.name)`)
    .execute();

export async function insertItem(
  q: Query,
  gatewayId: number,
  { settings, ...fields }: ItemFields & { kind: PhoneItemKind; queue: string },
): Promise<number> {
  const row = await q
    .insertInto('phone_items')
    .values({ gateway_id: gatewayId, ...fields, settings: JSON.stringify(settings) })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

export async function updateItem(q: Query, id: number, { settings, ...fields }: ItemFields): Promise<void> {
  await q
    .updateTable('phone_items')
    .set({ ...fields, settings: JSON.stringify(settings) })
    .where('id', '=', id)
    .execute();
}

export async function deleteItem(q: Query, id: number): Promise<void> {
  await q.deleteFrom('phone_items').where('id', '=', id).execute();
}

export async function upsertSound(q: Query, itemId: number, sound: PromptSound): Promise<void> {
  await q
    .insertInto('phone_prompts')
    .values({ item_id: itemId, ...sound })
    .onConflict((conflict) => conflict.column('item_id').doUpdateSet(sound))
    .execute();
}

export const findSound = (q: Query, file: string) =>
  q.selectFrom('phone_prompts').select('audio').where('file', '=', file).executeTakeFirst();

export const findSetup = (q: Query, gatewayId: number) =>
  q.selectFrom('phone_setups').selectAll().where('gateway_id', '=', gatewayId).executeTakeFirst();

/** Active gateways that have a configuration. */
export async function listSetups(q: Query): Promise<number[]> {
  const rows = await q
    .selectFrom('phone_setups as s')
    .innerJoin('report_channel_accounts as a', 'a.id', 's.gateway_id')
    .select('s.gateway_id')
    .where('a.is_active', '=', true)
    .orderBy('s.gateway_id')
    .execute();
  return rows.map(({ gateway_id: id }) => id);
}

type SetupOutcome = Omit<PhoneSetupState, 'since' | 'state'> & { state: 'waiting' | 'applied' | 'failed' };

/** Stores the state; false where it is unchanged, so that screens are told once. */
export async function upsertSetup(
  q: Query,
  gatewayId: number,
  standing: SetupOutcome & { applied?: string },
  now: Date,
): Promise<boolean> {
  const before = await findSetup(q, gatewayId);
  const isSame =
    before?.state === standing.state && before.fault === standing.fault && before.said === standing.said;
  const since = isSame ? new Date(before.since) : now;
  await q
    .insertInto('phone_setups')
    .values({ gateway_id: gatewayId, ...standing, since })
    .onConflict((conflict) => conflict.column('gateway_id').doUpdateSet({ ...standing, since }))
    .execute();
  return !isSame;
}

export const listPeople = (q: Query) =>
  q
    .selectFrom('users')
    .select(['id', 'extension'])
    .where('extension', '<>', '')
    .where('is_active', '=', true)
    .execute();
