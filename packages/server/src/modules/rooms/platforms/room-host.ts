import type { CallKind, CallPlatform } from '@trunkline/contract';
import type { MediaCredentials } from '../media/media-engine.ts';

/** What is needed to issue credentials for a room. */
export type HostedCredentials = MediaCredentials & { isOwner: boolean; kind: CallKind };

export type RoomParticipant = { identity: string; name: string };

/** What every platform can do with a room: all that calls need of it. */
export type RoomHost = {
  /** How we learn who is in a room: the platform reports it, tells it when asked, or never tells it. */
  presence: 'reported' | 'asked' | 'unknown';
  /** Checks, before a call begins, that a room would be accepted, and returns a name for it. */
  newLine(identity: string): Promise<string>;
  /** Creates the room if needed, and returns the address to join at and the token. */
  credentials(credentials: HostedCredentials): Promise<{ url: string; token: string }>;
  /** Returns the people in the room; undefined where that cannot be known. */
  people(room: string): Promise<RoomParticipant[] | undefined>;
  eject(room: string, identity: string): Promise<void>;
  /** Does not fail when the room is gone. */
  close(room: string): Promise<void>;
};

/** The platforms; a call stays on the one on which it began. */
export type RoomHosts = {
  /** The platform for new calls. */
  current: () => Promise<CallPlatform>;
  of: (call: { platform: CallPlatform }) => RoomHost;
};
