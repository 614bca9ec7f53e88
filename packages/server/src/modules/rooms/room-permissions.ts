import { ROOM_DATA_MAX, type RoomEntry, type RoomPermissionChange } from '@trunkline/contract';
import { AppError } from '#platform/errors';

export type RoomPermissions = RoomEntry['permissions'];
type Attributes = Record<string, string>;

const PERMISSIONS_MAX = 8000;

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
  const { canReceive, ...rest } = dropMissing(change);
  const permissions = {
    ...before,
    ...rest,
    canReceive: { ...before.canReceive, ...dropMissing(canReceive ?? {}) },
  };
  // As much as the media server keeps of one attribute; cut off it could not be read any more.
  if (JSON.stringify(permissions).length > PERMISSIONS_MAX) throw new AppError('too_large');
  return { permissions, attributes: { permissions: JSON.stringify(permissions) } };
}

export function mayAdminister(attributes: Attributes = {}): boolean {
  const { canAdmin } = permissionsIn(attributes);
  return typeof canAdmin === 'boolean' ? canAdmin : canAdmin.includes('participants');
}

/** The data of a room as text, with a change applied. */
export function mergeData(before: string, data: unknown, merge: 'replace' | 'shallow-merge'): string {
  const old: unknown = before === '' ? {} : JSON.parse(before);
  const isMerging = merge === 'shallow-merge' && isObject(old) && isObject(data);
  const text = JSON.stringify((isMerging ? { ...old, ...data } : data) ?? {});
  if (text.length > ROOM_DATA_MAX) throw new AppError('too_large');
  return text;
}

function permissionsIn({ permissions }: Attributes): RoomPermissions {
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
