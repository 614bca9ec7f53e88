import { permissionsOf, type Permissions } from '../permissions/permissions.ts';
import { isOn, OFF, type TrackState } from '../tracks/track-state.ts';
import type { Person, Quality } from '../transport/transport.ts';

export type Tracks = Record<string, TrackState>;

/** Somebody in the call, in the library's form; it adds the tracks themselves when the message arrives. */
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
  networkQualityState?: Quality;
  networkThreshold?: 'good' | 'low' | 'very-low';
  cam_info: Record<string, never>;
  screen_info: Record<string, never>;
};

/** Who somebody is before the server has said anything: ourselves, while only the camera is on. */
export type Identity = { id: string; userId: string; name: string; userData: unknown };

const THRESHOLDS = { good: 'good', warning: 'low', bad: 'very-low', unknown: 'good' } as const;

export function describe(person: Person, tracks: Tracks, isLocal: boolean): Participant {
  const { id, name, metadata, attributes, joinedAt, quality } = person;
  const userData = parse(metadata);
  return {
    ...bare({ id, userId: attributes['user_id'] ?? id, name, userData }, tracks, isLocal),
    owner: attributes['owner'] === 'yes',
    permissions: permissionsOf(person),
    ...(joinedAt && { joined_at: joinedAt }),
    networkQualityState: quality,
    networkThreshold: THRESHOLDS[quality],
  };
}

export function bare(
  { id, userId, name, userData }: Identity,
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
    owner: false,
    record: false,
    audio: isOn(audio),
    video: isOn(video),
    screen: isOn(screenVideo) || isOn(screenAudio),
    will_eject_at: new Date(0),
    permissions: { hasPresence: true, canSend: true, canReceive: { base: true }, canAdmin: false },
    tracks: { audio, video, screenAudio, screenVideo, ...tracks },
    cam_info: {},
    screen_info: {},
  };
}

/** A person waits in the lobby while the server says so; nobody is shown to them, and they to nobody. */
export const isWaiting = ({ attributes }: Pick<Person, 'attributes'>): boolean =>
  attributes['access'] === 'lobby';

function parse(metadata: string): unknown {
  try {
    return metadata === '' ? undefined : (JSON.parse(metadata) as unknown);
  } catch {
    return undefined;
  }
}
