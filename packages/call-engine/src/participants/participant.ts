import type { RoomEntry } from '@trunkline/contract';
import {
  permissionsOf,
  toPermissions,
  type Permissions,
  type PlainPermissions,
} from '../permissions/permissions.ts';
import { isOn, OFF, type TrackState } from '../tracks/track-state.ts';
import type { RoomPerson, LineQuality } from '../transport/transport.ts';

export type Tracks = Record<string, TrackState>;

/** A participant in the library's form; the library adds the tracks when the message arrives. */
export type Participant = {
  session_id: string;
  user_id: string;
  user_name: string;
  userData?: unknown;
  local: boolean;
  owner: boolean;
  record: boolean;
  audio: boolean;
  video: boolean;
  screen: boolean;
  will_eject_at: Date;
  joined_at?: Date;
  permissions: Permissions;
  tracks: Tracks;
  networkQualityState?: LineQuality;
  networkThreshold?: 'good' | 'low' | 'very-low';
  cam_info: Record<string, never>;
  screen_info: Record<string, never>;
};

/** The local participant before the media server knows them: with only the camera open, or only admission answered. */
export type LocalIdentity = {
  id: string;
  userId: string;
  name: string;
  userData: unknown;
  isOwner?: boolean;
  permissions?: PlainPermissions;
};

/** Returns the identity with the name and data chosen here; `ownId` serves until admission gives another id. */
export const identityOf = (
  entry: RoomEntry | undefined,
  ownId: string,
  name: string,
  userData: unknown,
): LocalIdentity => ({
  id: entry?.session_id ?? ownId,
  userId: entry?.user_id ?? ownId,
  name,
  userData,
  ...(entry && { isOwner: entry.is_owner, permissions: entry.permissions }),
});

const THRESHOLDS = { good: 'good', warning: 'low', bad: 'very-low', unknown: 'good' } as const;

export function describeParticipant(person: RoomPerson, tracks: Tracks, isLocal: boolean): Participant {
  const { id, identity, name, metadata, attributes, joinedAt, quality } = person;
  const userData = parse(metadata);
  return {
    ...participantOf({ id, userId: attributes['user_id'] ?? identity, name, userData }, tracks, isLocal),
    owner: attributes['owner'] === 'yes',
    permissions: permissionsOf(person),
    ...(joinedAt && { joined_at: joinedAt }),
    networkQualityState: quality,
    networkThreshold: THRESHOLDS[quality],
  };
}

export function participantOf(
  { id, userId, name, userData, isOwner = false, permissions = {} }: LocalIdentity,
  tracks: Tracks,
  isLocal: boolean,
): Participant {
  const { audio = OFF, video = OFF, screenAudio = OFF, screenVideo = OFF } = tracks;
  return {
    session_id: id,
    user_id: userId,
    user_name: name,
    ...(userData !== undefined && { userData }),
    local: isLocal,
    owner: isOwner,
    record: false,
    audio: isOn(audio),
    video: isOn(video),
    screen: isOn(screenVideo) || isOn(screenAudio),
    will_eject_at: new Date(0),
    permissions: toPermissions(permissions),
    tracks: { audio, video, screenAudio, screenVideo, ...tracks },
    cam_info: {},
    screen_info: {},
  };
}

/** Whether the server keeps a person in the lobby, where they see nobody and nobody sees them. */
export const isWaiting = ({ attributes }: Pick<RoomPerson, 'attributes'>): boolean =>
  attributes['access'] === 'lobby';

function parse(metadata: string): unknown {
  try {
    return metadata === '' ? undefined : (JSON.parse(metadata) as unknown);
  } catch {
    return undefined;
  }
}
