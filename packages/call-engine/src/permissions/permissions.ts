import type { RoomEntry } from '@trunkline/contract';
import { mayReceive as isLetThrough, type CanReceive } from '@trunkline/contract/can-receive';
import type { Person, RemoteTrack } from '../transport/transport.ts';

export const SENDABLE = [
  'video',
  'audio',
  'screenVideo',
  'screenAudio',
  'customVideo',
  'customAudio',
] as const;
export type Sendable = (typeof SENDABLE)[number];

/** What somebody may do, in the library's form: sets where it has sets. */
export type Permissions = {
  hasPresence: boolean;
  canSend: Set<string> | boolean;
  canReceive: CanReceive;
  canAdmin: Set<string> | boolean;
};

/** The same as it travels: lists where the library has sets. */
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

/** What a library call asks to be changed; parts that it leaves out stay as they are. */
export function toPlain(update: Record<string, unknown>): PlainPermissions {
  const { hasPresence, canSend, canReceive, canAdmin } = update;
  return {
    ...(typeof hasPresence === 'boolean' && { hasPresence }),
    ...(isGrant(canSend) && { canSend: toList(canSend) }),
    // The library has checked its form, and the server does so again.
    ...(canReceive !== undefined && { canReceive: canReceive as Partial<CanReceive> }),
    ...(isGrant(canAdmin) && { canAdmin: toList(canAdmin) }),
  };
}

/** The server writes what it allows where everybody sees it and nobody else can write. */
export function permissionsOf({ attributes, canPublish }: Person): Permissions {
  const permissions = toPermissions(parse(attributes['permissions']));
  return canPublish ? permissions : { ...permissions, canSend: false };
}

/** Whether to open a device on coming in: not in the lobby, where being let in is what opens it, nor against one's rights. */
export function mayBeginWith(entry: RoomEntry | undefined, what: Sendable): boolean {
  if (!entry) return true;
  return entry.access === 'full' && maySend(toPermissions(entry.permissions), what);
}

export function maySend({ canSend }: Permissions, what: Sendable): boolean {
  return typeof canSend === 'boolean' ? canSend : canSend.has(what);
}

/** Whether a track of somebody else reaches the one who has these rights; the server sends no other. */
export function mayReceive({ canReceive }: Permissions, from: Person, { key, kind }: RemoteTrack): boolean {
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
