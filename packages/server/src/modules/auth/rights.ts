import { ACTIVITY_CODES, VISIBILITIES, type Visibility } from '@trunkline/contract';
import type { Viewer } from '#platform/access';
import type { Query, Tx } from '#platform/db';
import { AppError, found } from '#platform/errors';
import * as store from './rights-store.ts';
import { codesOf } from './viewer.ts';

/** What somebody is about to be given: `MODULE:ACTIVITY` codes, and how far they see. */
export type Grant = { codes: Iterable<string>; visibility?: Visibility };
type Holder = Pick<Viewer, 'codes' | 'visibility'>;

const widthOf = (visibility: Visibility): number => VISIBILITIES.indexOf(visibility);

/** What of the grant the holder does not have; undefined where they have all of it. */
export function lackedBy(
  holder: Holder,
  { codes, visibility }: Grant,
): { codes: string[]; visibility: Visibility | null } | undefined {
  const missing = [...codes].filter((code) => !holder.codes.has(code));
  const tooWide =
    visibility !== undefined && widthOf(visibility) > widthOf(holder.visibility) ? visibility : null;
  return missing.length > 0 || tooWide !== null ? { codes: missing, visibility: tooWide } : undefined;
}

/**
 * Nobody grants more than they hold, to a level, a person or a key. What nobody holds any more of those who may grant could
 * never come back: it may be given by whoever holds everything that they hold.
 */
export async function demandGrantable(q: Query, viewer: Holder, grant: Grant): Promise<void> {
  const lacked = lackedBy(viewer, grant);
  if (!lacked) return;
  const held = await store.heldByGranters(q);
  const isHeld =
    lacked.codes.some((code) => held.codes.includes(code)) ||
    (lacked.visibility !== null && widthOf(held.visibility) >= widthOf(lacked.visibility));
  if (isHeld || lackedBy(viewer, held)) throw new AppError('not_grantable', lacked);
}

/** For what could give anybody everything: it takes somebody who holds all that those hold who may grant. */
export async function demandHoldsAll(q: Query, viewer: Holder): Promise<void> {
  const lacked = lackedBy(viewer, await store.heldByGranters(q));
  if (lacked) throw new AppError('not_grantable', lacked);
}

/** What the holder may give, by the same rule. */
export async function grantableBy(q: Query, viewer: Holder): Promise<Required<Grant> & { codes: string[] }> {
  if (lackedBy(viewer, await store.heldByGranters(q)))
    return { codes: ACTIVITY_CODES.filter((code) => viewer.codes.has(code)), visibility: viewer.visibility };
  return { codes: [...ACTIVITY_CODES], visibility: 'all' };
}

/** The same for somebody who is to have that level; until the transaction ends, the level stays as it is. */
export async function demandGrantableLevel({ q }: Tx, viewer: Holder, levelId: number): Promise<void> {
  await store.holdLevel(q, levelId);
  const level = found(await store.findLevel(q, levelId));
  await demandGrantable(q, viewer, { codes: codesOf(level), visibility: level.visibility });
}

/**
 * At the end of a transaction that took a level, a right or the way to sign in from somebody: refused where nobody is left who
 * is active, can sign in and may edit users and levels. Of two such transactions at once, the second sees what the first did.
 */
export async function demandWayIn(tx: Tx): Promise<void> {
  await store.lockWayIn(tx.q);
  if (!(await store.hasWayIn(tx.q))) throw new AppError('last_administrator');
}

/** From now on other rights count for these people: their next request and their sockets go by them. */
export function tellRights(tx: Tx, whose: { levelId: number } | { userId: number }): void {
  const room = 'levelId' in whose ? `level:${whose.levelId}` : `user:${whose.userId}`;
  tx.emit('rights-changed', {}, [room]);
}
