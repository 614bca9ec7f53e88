import type { Insertable } from 'kysely';
import type { Query } from '#platform/db';
import type { Tables } from '#platform/tables';
import type { RoomPermissions } from './room-permissions.ts';
import './tables.ts';

type AdmissionDecision = Tables['call_rulings']['ruling'];

/** The last decision of an owner of the call about somebody; undefined without one. */
export async function findDecision(
  q: Query,
  callId: number,
  identity: string,
): Promise<AdmissionDecision | undefined> {
  const row = await q
    .selectFrom('call_rulings')
    .select('ruling')
    .where('call_id', '=', callId)
    .where('identity', '=', identity)
    .executeTakeFirst();
  return row?.ruling;
}

export async function putDecision(
  q: Query,
  ruling: Omit<Insertable<Tables['call_rulings']>, 'ruled_at'>,
  now: Date,
): Promise<void> {
  const { ruling: word, ruled_by } = ruling;
  await q
    .insertInto('call_rulings')
    .values({ ...ruling, ruled_at: now })
    .onConflict((conflict) =>
      conflict.columns(['call_id', 'identity']).doUpdateSet({ ruling: word, ruled_by, ruled_at: now }),
    )
    .execute();
}

/** Undoes a removal; somebody who waited in the lobby before it has to be admitted again. */
export async function deleteRemoval(q: Query, callId: number, identity: string): Promise<void> {
  await q
    .deleteFrom('call_rulings')
    .where('call_id', '=', callId)
    .where('identity', '=', identity)
    .where('ruling', '=', 'removed')
    .execute();
}

/** The permissions of somebody in this call; undefined unless an owner has changed them. */
export async function findRights(
  q: Query,
  callId: number,
  identity: string,
): Promise<RoomPermissions | undefined> {
  const row = await q
    .selectFrom('call_rights')
    .select('permissions')
    .where('call_id', '=', callId)
    .where('identity', '=', identity)
    .executeTakeFirst();
  return row?.permissions;
}

export async function putRights(
  q: Query,
  callId: number,
  identity: string,
  rights: RoomPermissions,
): Promise<void> {
  const permissions = JSON.stringify(rights);
  await q
    .insertInto('call_rights')
    .values({ call_id: callId, identity, permissions })
    .onConflict((conflict) => conflict.columns(['call_id', 'identity']).doUpdateSet({ permissions }))
    .execute();
}
