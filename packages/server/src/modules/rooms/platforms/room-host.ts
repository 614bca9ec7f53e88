import type { CallKind, CallPlatform } from '@trunkline/contract';
import type { MediaCredentials } from '../media/media-engine.ts';

/** A place in a room that is being taken. */
export type HostedCredentials = MediaCredentials & { isOwner: boolean; kind: CallKind };

export type Present = { identity: string; name: string };

/** What every platform can do with a room, and all that a call's beginning, going on and end need of it. */
export type RoomHost = {
  /**
   * How we learn who is inside: the platform reports by itself, it says when it is asked, or it never says.
   */
  presence: 'reported' | 'asked' | 'unknown';
  /**
   * Before a call begins: a name for a room that would be taken in now.
   * @throws AppError `lines_busy`
   */
  newLine(identity: string): Promise<string>;
  /** Makes the room where it is not there yet, and says where to join and with what token. */
  credentials(credentials: HostedCredentials): Promise<{ url: string; token: string }>;
  /** Who is inside; nothing where that cannot be known. */
  people(room: string): Promise<Present[] | undefined>;
  eject(room: string, identity: string): Promise<void>;
  /** Never complains when the room is gone already. */
  close(room: string): Promise<void>;
};

/** The platforms; a call stays on the one that it began on. */
export type RoomHosts = {
  /** Where new calls begin. */
  current: () => Promise<CallPlatform>;
  of: (call: { platform: CallPlatform }) => RoomHost;
};
