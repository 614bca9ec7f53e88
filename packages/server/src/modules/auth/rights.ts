import { ACTIVITY_CODES, VISIBILITIES, type Visibility } from '@trunkline/contract';
import type { Viewer } from '#platform/access';
import type { Query, Tx } from '#platform/db';
import { AppError, found } from '#platform/errors';
import * as store from './rights-store.ts';
import { permissionCodesOf } from './viewer.ts';

/** What somebody is about to be granted: `MODULE:ACTIVITY` codes and a visibility. */
export type PermissionGrant = { codes: Iterable<string>; visibility?: Visibility };
type PermissionHolder = Pick<Viewer, 'codes' | 'visibility'>;

const widthOf = (visibility: Visibility): number => VISIBILITIES.indexOf(visibility);

/** Returns the permissions of the grant that the holder lacks; undefined if none. */
export function missingPermissions(
  holder: PermissionHolder,
  { codes, visibility }: PermissionGrant,
): { codes: string[]; visibility: Visibility | null } | undefined {
  const missing = [...codes].filter((code) => !holder.codes.has(code));
  const tooWide =
    visibility !== undefined && widthOf(visibility) > widthOf(holder.visibility) ? visibility : null;
  return missing.length > 0 || tooWide !== null ? { codes: missing, visibility: tooWide } : undefined;
}

/**
 * Nobody can grant more than they hold, to a role, a user or a key. A permission that no user with the right to grant holds any
 * more could never be granted again: so it may be granted by whoever holds everything that those users hold.
 */
export async function demandGrantable(
  q: Query,
  viewer: PermissionHolder,
  grant: PermissionGrant,
): Promise<void> {
  const lacked = missingPermissions(viewer, grant);
  if (!lacked) return;
  const held = await store.readGrantablePermissions(q);
  const isHeld =
    lacked.codes.some((code) => held.codes.includes(code)) ||
    (lacked.visibility !== null && widthOf(held.visibility) >= widthOf(lacked.visibility));
  if (isHeld || missingPermissions(viewer, held)) throw new AppError('not_grantable', lacked);
}

/** For changes that could give anybody everything: requires all permissions that any user with the right to grant holds. */
export async function demandHoldsAllPermissions(q: Query, viewer: PermissionHolder): Promise<void> {
  const lacked = missingPermissions(viewer, await store.readGrantablePermissions(q));
  if (lacked) throw new AppError('not_grantable', lacked);
}

/** Whether the permissions are all that users with the right to grant hold. */
export const holdsAllPermissions = async (q: Query, held: PermissionGrant): Promise<boolean> =>
  !missingPermissions(holderOf(held), await store.readGrantablePermissions(q));

/** What the holder may grant, by the same rule. */
export async function grantablePermissionsOf(
  q: Query,
  viewer: PermissionHolder,
): Promise<Required<PermissionGrant> & { codes: string[] }> {
  if (missingPermissions(viewer, await store.readGrantablePermissions(q)))
    return { codes: ACTIVITY_CODES.filter((code) => viewer.codes.has(code)), visibility: viewer.visibility };
  return { codes: [...ACTIVITY_CODES], visibility: 'all' };
}

/** The same for assigning that role; it is locked until the transaction ends. */
export async function demandGrantableLevel(
  { q }: Tx,
  viewer: PermissionHolder,
  levelId: number,
): Promise<void> {
  await store.lockLevel(q, levelId);
  const level = found(await store.findLevel(q, levelId));
  await demandGrantable(q, viewer, { codes: permissionCodesOf(level), visibility: level.visibility });
}

/**
 * To be called at the end of a transaction that took a role, a permission or a way to sign in from somebody; `taken` are the
 * permissions that they held. Refused if no active user is left who can sign in and edit users and roles, or if they held
 * everything that those hold who are left, and none of those holds as much: narrower users would become administrators, since
 * they may grant what nobody else holds. Of two such transactions at once, the second sees what the first did.
 */
export async function demandAdministrator({ q }: Tx, taken: readonly PermissionGrant[]): Promise<void> {
  await store.lockAdministratorCheck(q);
  const left = await store.listGrantingPermissions(q);
  const isLast = (held: PermissionHolder & PermissionGrant) =>
    held.codes.has(MAY_GRANT) &&
    !left.some((other) => missingPermissions(held, other)) &&
    left.every((other) => missingPermissions(holderOf(other), held));
  if (left.length === 0 || taken.some((one) => isLast(holderOf(one))))
    throw new AppError('last_administrator');
}

/** The same for what was taken from users who had these roles, which were not changed. */
export async function demandSomeoneCanSignIn(tx: Tx, levelIds: readonly number[]): Promise<void> {
  const taken: PermissionGrant[] = [];
  for (const id of new Set(levelIds)) {
    const level = await store.findLevel(tx.q, id);
    if (level) taken.push({ codes: permissionCodesOf(level), visibility: level.visibility });
  }
  await demandAdministrator(tx, taken);
}

/** The right to edit users and roles is the right to grant. */
const MAY_GRANT = 'USERS:EDIT';

const holderOf = ({ codes, visibility = 'own' }: PermissionGrant) => ({ codes: new Set(codes), visibility });

/** Tells that the permissions of these users have changed: for their next requests and their sockets. */
export function emitRightsChanged(tx: Tx, whose: { levelId: number } | { userId: number }): void {
  const room = 'levelId' in whose ? `level:${whose.levelId}` : `user:${whose.userId}`;
  tx.emit('rights-changed', {}, [room]);
}
