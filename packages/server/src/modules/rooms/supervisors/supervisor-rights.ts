import type { EscortMode } from '@trunkline/contract';
import type { RoomPermissions } from '../access/room-permissions.ts';

const IDENTITY = /^supervisor-(\d+)$/;

export const supervisorIdentity = (userId: number): string => `supervisor-${userId}`;

/** The user behind a supervisor's identity in a room; undefined for everybody else. */
export function supervisorIn(identity: string): number | undefined {
  const id = IDENTITY.exec(identity)?.[1];
  return id === undefined ? undefined : Number(id);
}

/** What a supervisor in a room may do, and the attributes by which the media server knows it. */
type SupervisorRights = {
  permissions: RoomPermissions;
  attributes: Record<string, string>;
  /** The library's `userData`, by which the page of whoever hears them says how. */
  metadata: string;
};

/**
 * `listen`: nobody knows of them, and they send nothing. `whisper`: only our people know of them and receive what they say
 * (`shown_to`, which the media server enforces). `barge`: as everybody else, with their voice only.
 */
export function supervisorRights(mode: EscortMode, userId: number): SupervisorRights {
  const permissions: RoomPermissions = {
    hasPresence: mode !== 'listen',
    canSend: mode === 'listen' ? false : ['audio'],
    canReceive: { base: true },
    canAdmin: false,
  };
  return {
    permissions,
    attributes: {
      user_id: supervisorIdentity(userId),
      permissions: JSON.stringify(permissions),
      escort: mode,
      // An empty one is deleted.
      shown_to: mode === 'whisper' ? 'owners' : '',
    },
    metadata: JSON.stringify({ escort: mode }),
  };
}

/** Whether they are known to less than everybody, and so may not write to anybody either. */
export const isQuietSupervisor = ({ escort }: Readonly<Record<string, string>>): boolean =>
  escort === 'listen' || escort === 'whisper';
