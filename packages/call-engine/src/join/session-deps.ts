import type { RoomEntry } from '@trunkline/contract';
import type { DeviceInfos } from '../devices/device-list.ts';
import type { ParticipantList } from '../participants/participant-list.ts';
import type { Transport } from '../transport/transport.ts';
import type { LibraryRequest, Wire } from '../wire.ts';
import type { CallSettings } from './call-settings.ts';

/** What a session needs from the rest of the engine. */
export type SessionDeps = {
  wire: Wire;
  transport: Transport;
  participantList: ParticipantList;
  fetch: typeof fetch;
  newId: () => string;
  read: (request: LibraryRequest) => CallSettings;
  /** Applies the settings of a call, before its address is known. */
  onSettings: (settings: CallSettings) => void;
  /** Opens camera and microphone as wanted; `entry` is undefined before the room is known. */
  openMedia: (settings: CallSettings, entry: RoomEntry | undefined) => Promise<void>;
  devices: () => Promise<DeviceInfos>;
  onJoined: (settings: CallSettings) => void;
  /** The call has ended and everything of it is to be closed. */
  onEnd: () => void;
};
