import type { RoomEntry } from '@trunkline/contract';
import { mayReceive as isLetThrough, type CanReceive } from '@trunkline/contract/can-receive';
import type { RoomPerson, RemoteTrack } from '../transport/transport.ts';

export const SENDABLE = [
  'video',
  'audio',
  'screenVideo',
  'screenAudio',
  'customVideo',
  'customAudio',
] as const;
export type Sendable = (typeof SENDABLE)[number];

/** A participant's permissions in the library's form, with sets. */
export type Permissions = {
  hasPresence: boolean;
  canSend: Set<string> | boolean;
  canReceive: CanReceive;
  canAdmin: Set<string> | boolean;
};

/** The same in messages, with lists instead of sets. */
export type PlainPermissions = {
  hasPresence?: boolean;
  canSend?: boolean | string[];
  canReceive?: Partial<CanReceive>;
  canAdmin?: boolean | string[];
};

const DEFAULT = {
  hasPresence: true,
  canSend: true,
  canReceive: { base: true },
  canAdmin: false,
} satisfies PlainPermissions;

export function toPermissions(plain: PlainPermissions): Permissions {
  const { hasPresence, canSend, canReceive, canAdmin } = { ...DEFAULT, ...plain };
  return {
    hasPresence,
    canSend: toSet(canSend),
    canReceive: { ...DEFAULT.canReceive, ...canReceive },
    canAdmin: toSet(canAdmin),
  };
}

/** Returns the changes that a library call asks for; what it leaves out stays unchanged. */
export function toPlain(update: Record<string, unknown>): PlainPermissions {
  const { hasPresence, canSend, canReceive, canAdmin } = update;
  return {
    ...(typeof hasPresence === 'boolean' && { hasPresence }),
    ...(isGrant(canSend) && { canSend: toList(canSend) }),
    // The library has checked the form, and the server does so again.
    ...(canReceive !== undefined && { canReceive: canReceive as Partial<CanReceive> }),
    ...(isGrant(canAdmin) && { canAdmin: toList(canAdmin) }),
  };
}

/** Returns a person's permissions from the attributes, which everybody can read and only the server can write. */
export function permissionsOf({ attributes, canPublish }: RoomPerson): Permissions {
  const permissions = toPermissions(parse(attributes['permissions']));
  return canPublish ? permissions : { ...permissions, canSend: false };
}

/** Whether to open a device on joining: not in the lobby, where it opens once the participant is let in, and not without permission. */
export function mayBeginWith(entry: RoomEntry | undefined, what: Sendable): boolean {
  if (!entry) return true;
  return entry.access === 'full' && maySend(toPermissions(entry.permissions), what);
}

export function maySend({ canSend }: Permissions, what: Sendable): boolean {
  return typeof canSend === 'boolean' ? canSend : canSend.has(what);
}

/** Whether the holder of these permissions receives another participant's track; the server sends no others. */
export function mayReceive(
  { canReceive }: Permissions,
  from: RoomPerson,
  { key, kind }: RemoteTrack,
): boolean {
  const userId = from.attributes['user_id'] ?? from.id;
  return isLetThrough(canReceive, { participantId: from.id, userId }, { key, kind });
}

export function mayAdmin({ canAdmin }: Permissions, what: 'participants'): boolean {
  return typeof canAdmin === 'boolean' ? canAdmin : canAdmin.has(what);
}

function parse(text: string | undefined): PlainPermissions {
  try {
    return JSON.parse(text ?? '{}') as PlainPermissions;
  } catch {
    return {};
  }
}

const isGrant = (value: unknown): value is boolean | string[] | Set<string> =>
  typeof value === 'boolean' || Array.isArray(value) || value instanceof Set;
const toSet = (value: boolean | string[]) => (typeof value === 'boolean' ? value : new Set(value));
const toList = (value: boolean | string[] | Set<string>) => (typeof value === 'boolean' ? value : [...value]);
