import { isDeepStrictEqual } from 'node:util';
import { ROOM_DATA_MAX, type RoomEntry, type RoomPermissionChange } from '@trunkline/contract';
import { AppError } from '#platform/errors';

export type RoomPermissions = RoomEntry['permissions'];
type Attributes = Record<string, string>;

const PERMISSIONS_MAX = 8000;
/** Max. characters of user data, as the media server stores it; truncated JSON could not be parsed. */
export const USER_DATA_MAX = 8000;

/** The attribute with the permissions that somebody on hold gets back; empty while they are not on hold. */
const BEFORE_HOLD = 'before_hold';

/** The permissions of somebody who joins for the first time. */
export function initialPermissions(isOwner: boolean): RoomPermissions {
  return {
    hasPresence: true,
    canSend: true,
    canReceive: { base: true },
    canAdmin: isOwner ? ['participants'] : false,
  };
}

/** The permissions after a change, and the attributes that show them to everybody. */
export function changePermissions(
  attributes: Attributes,
  change: RoomPermissionChange,
): { permissions: RoomPermissions; attributes: Attributes } {
  const before = permissionsIn(attributes);
  // On hold nothing is allowed; the change takes effect when the hold ends.
  if (isHeld(attributes)) {
    const kept = merged(parse(attributes[BEFORE_HOLD]), change);
    return { permissions: before, attributes: { [BEFORE_HOLD]: JSON.stringify(kept) } };
  }
  const permissions = merged(before, change);
  return { permissions, attributes: { permissions: JSON.stringify(permissions) } };
}

/** Whether this person is on hold. */
export const isHeld = (attributes: Attributes): boolean => Boolean(attributes[BEFORE_HOLD]);

/** Puts somebody on hold: they neither send nor receive, until `resumed`. */
export function permissionsOnHold(attributes: Attributes): ReturnType<typeof changePermissions> {
  const before = permissionsIn(attributes);
  const permissions = { ...before, canSend: false, canReceive: { base: false } };
  return {
    permissions,
    attributes: { permissions: JSON.stringify(permissions), [BEFORE_HOLD]: JSON.stringify(before) },
  };
}

/** Ends a hold: the permissions from before it, with the changes made since. */
export function permissionsAfterHold(attributes: Attributes): ReturnType<typeof changePermissions> {
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
  // The media server stores no more of one attribute; truncated JSON could not be parsed.
  if (JSON.stringify(permissions).length > PERMISSIONS_MAX) throw new AppError('too_large');
  return permissions;
}

/** The permissions without a hold. */
export const permissionsWithoutHold = (attributes: Attributes): RoomPermissions =>
  isHeld(attributes) ? parse(attributes[BEFORE_HOLD]) : permissionsIn(attributes);

/** Whether attributes from some minutes ago allow more than now: a permission taken away since, or a hold ignored. */
export function grantsMoreThan(
  attributes: Attributes,
  { rights, isOnHold }: { rights: RoomPermissions | undefined; isOnHold: boolean },
): boolean {
  if (isOnHold && !isHeld(attributes)) return true;
  return rights !== undefined && !isDeepStrictEqual(permissionsWithoutHold(attributes), rights);
}

export function mayAdminister({ canAdmin }: RoomPermissions): boolean {
  return typeof canAdmin === 'boolean' ? canAdmin : canAdmin.includes('participants');
}

/** Data as JSON. @throws AppError `too_large` where it has more than `max` characters */
export function limitedJson(data: unknown, max: number): string {
  const text = written(data);
  if (text.length > max) throw new AppError('too_large');
  return text;
}

function written(data: unknown): string {
  try {
    return JSON.stringify(data);
  } catch {
    // The recursion of JSON.stringify went too deep.
    throw new AppError('too_large');
  }
}

/** The room's data as JSON, with a change applied. */
export function mergeData(before: string, data: unknown, merge: 'replace' | 'shallow-merge'): string {
  const old: unknown = before === '' ? {} : JSON.parse(before);
  const isMerging = merge === 'shallow-merge' && isObject(old) && isObject(data);
  return limitedJson((isMerging ? { ...old, ...data } : data) ?? {}, ROOM_DATA_MAX);
}

const permissionsIn = ({ permissions }: Attributes): RoomPermissions => parse(permissions);

function parse(permissions: string | undefined): RoomPermissions {
  // Safe to parse without a check: only we write this attribute.
  return permissions ? (JSON.parse(permissions) as RoomPermissions) : initialPermissions(false);
}

function dropMissing<T extends object>(change: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]: Exclude<T[K], undefined>;
  };
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
