import type { RoomEntry } from '@trunkline/contract';
import type { DeviceInfos } from '../devices/device-list.ts';
import type { ParticipantList } from '../participants/participant-list.ts';
import type { Transport } from '../transport/transport.ts';
import type { Request, Wire } from '../wire.ts';
import type { CallSettings } from './call-settings.ts';

/** What a session needs of the rest of the engine. */
export type SessionDeps = {
  wire: Wire;
  transport: Transport;
  participantList: ParticipantList;
  fetch: typeof fetch;
  newId: () => string;
  read: (request: Request) => CallSettings;
  /** Takes up what a call begins with, before it has an address. */
  onSettings: (settings: CallSettings) => void;
  /** Opens camera and microphone as they are wanted; `entry` is missing before a room is known. */
  openMedia: (settings: CallSettings, entry: RoomEntry | undefined) => Promise<void>;
  devices: () => Promise<DeviceInfos>;
  onJoined: (settings: CallSettings) => void;
  /** The call is over: everything of it goes. */
  onEnd: () => void;
};
