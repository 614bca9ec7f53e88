import { isDeepStrictEqual } from 'node:util';
import { ROOM_DATA_MAX, type RoomEntry, type RoomPermissionChange } from '@trunkline/contract';
import { AppError } from '#platform/errors';

export type RoomPermissions = RoomEntry['permissions'];
type Attributes = Record<string, string>;

const PERMISSIONS_MAX = 8000;
/** As much of the data that somebody gives of themselves as the media server keeps; cut off nobody could read it. */
export const USER_DATA_MAX = 8000;

/** The attribute that keeps what somebody on hold may do after it; empty while they are not. */
const BEFORE_HOLD = 'before_hold';

/** What somebody may do who comes in. */
export function firstPermissions(isOwner: boolean): RoomPermissions {
  return {
    hasPresence: true,
    canSend: true,
    canReceive: { base: true },
    canAdmin: isOwner ? ['participants'] : false,
  };
}

/** What somebody may do from now on, and the attributes that say so to everybody. */
export function changed(
  attributes: Attributes,
  change: RoomPermissionChange,
): { permissions: RoomPermissions; attributes: Attributes } {
  const before = permissionsIn(attributes);
  // On hold nothing is allowed whatever is changed; the change counts from the end of the hold on.
  if (isHeld(attributes)) {
    const kept = merged(parse(attributes[BEFORE_HOLD]), change);
    return { permissions: before, attributes: { [BEFORE_HOLD]: JSON.stringify(kept) } };
  }
  const permissions = merged(before, change);
  return { permissions, attributes: { permissions: JSON.stringify(permissions) } };
}

/** Whether this person can send and hear nothing because they are on hold. */
export const isHeld = (attributes: Attributes): boolean => Boolean(attributes[BEFORE_HOLD]);

/** Neither sends nor gets anything, until `resumed`. */
export function held(attributes: Attributes): ReturnType<typeof changed> {
  const before = permissionsIn(attributes);
  const permissions = { ...before, canSend: false, canReceive: { base: false } };
  return {
    permissions,
    attributes: { permissions: JSON.stringify(permissions), [BEFORE_HOLD]: JSON.stringify(before) },
  };
}

/** What was allowed before the hold, or has been changed since. */
export function resumed(attributes: Attributes): ReturnType<typeof changed> {
  const permissions = parse(attributes[BEFORE_HOLD]);
  return { permissions, attributes: { permissions: JSON.stringify(permissions), [BEFORE_HOLD]: '' } };
}

function merged(before: RoomPermissions, change: RoomPermissionChange): RoomPermissions {
  const { canReceive, ...rest } = dropMissing(change);
  const permissions = {
    ...before,
    ...rest,
    canReceive: { ...before.canReceive, ...dropMissing(canReceive ?? {}) },
  };
  // As much as the media server keeps of one attribute; cut off it could not be read any more.
  if (JSON.stringify(permissions).length > PERMISSIONS_MAX) throw new AppError('too_large');
  return permissions;
}

/** What somebody may do but for a hold, which passes. */
export const lasting = (attributes: Attributes): RoomPermissions =>
  isHeld(attributes) ? parse(attributes[BEFORE_HOLD]) : permissionsIn(attributes);

/** Whether attributes of some minutes ago allow what has been taken back since, or pass over a hold. */
export function exceeds(
  attributes: Attributes,
  { rights, isOnHold }: { rights: RoomPermissions | undefined; isOnHold: boolean },
): boolean {
  if (isOnHold && !isHeld(attributes)) return true;
  return rights !== undefined && !isDeepStrictEqual(lasting(attributes), rights);
}

export function mayAdminister({ canAdmin }: RoomPermissions): boolean {
  return typeof canAdmin === 'boolean' ? canAdmin : canAdmin.includes('participants');
}

/** What callers hand in as data, as text that the media server keeps whole. */
export function dataText(data: unknown, max: number): string {
  const text = written(data);
  if (text.length > max) throw new AppError('too_large');
  return text;
}

function written(data: unknown): string {
  try {
    return JSON.stringify(data);
  } catch {
    // Nested deeper than there is room to follow.
    throw new AppError('too_large');
  }
}

/** The data of a room as text, with a change applied. */
export function mergeData(before: string, data: unknown, merge: 'replace' | 'shallow-merge'): string {
  const old: unknown = before === '' ? {} : JSON.parse(before);
  const isMerging = merge === 'shallow-merge' && isObject(old) && isObject(data);
  return dataText((isMerging ? { ...old, ...data } : data) ?? {}, ROOM_DATA_MAX);
}

const permissionsIn = ({ permissions }: Attributes): RoomPermissions => parse(permissions);

function parse(permissions: string | undefined): RoomPermissions {
  // We wrote them ourselves: nobody else may.
  return permissions ? (JSON.parse(permissions) as RoomPermissions) : firstPermissions(false);
}

function dropMissing<T extends object>(change: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]: Exclude<T[K], undefined>;
  };
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
