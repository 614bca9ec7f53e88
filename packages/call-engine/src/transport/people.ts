import {
  ConnectionQuality,
  Track,
  type LocalParticipant,
  type RemoteParticipant,
  type RemoteTrackPublication,
} from 'livekit-client';
import type { RoomPerson, LineQuality, RemoteTrack, TrackKey } from './transport.ts';

const KEYS: Partial<Record<Track.Source, TrackKey>> = {
  [Track.Source.Microphone]: 'audio',
  [Track.Source.Camera]: 'video',
  [Track.Source.ScreenShareAudio]: 'screenAudio',
  [Track.Source.ScreenShare]: 'screenVideo',
};

const QUALITIES: Record<ConnectionQuality, LineQuality> = {
  [ConnectionQuality.Excellent]: 'good',
  [ConnectionQuality.Good]: 'warning',
  [ConnectionQuality.Poor]: 'bad',
  [ConnectionQuality.Lost]: 'bad',
  [ConnectionQuality.Unknown]: 'unknown',
};

export function keyOf({ source, trackName }: { source: Track.Source; trackName: string }): TrackKey {
  return KEYS[source] ?? trackName;
}

export function sourceOf(key: TrackKey): Track.Source {
  const found = Object.entries(KEYS).find(([, each]) => each === key)?.[0];
  return (found as Track.Source | undefined) ?? Track.Source.Unknown;
}

/** Returns the id of this join; other LiveKit servers give none, and then the identity serves. */
export const sessionOf = ({
  identity,
  attributes,
}: Pick<LocalParticipant | RemoteParticipant, 'identity' | 'attributes'>): string =>
  attributes['session'] ?? identity;

export function personOf(participant: LocalParticipant | RemoteParticipant): RoomPerson {
  const { identity, name = '', metadata = '', attributes, permissions, joinedAt } = participant;
  return {
    id: sessionOf(participant),
    identity,
    name,
    metadata,
    attributes,
    canPublish: permissions?.canPublish ?? true,
    joinedAt,
    quality: QUALITIES[participant.connectionQuality],
    tracks: participant.isLocal ? [] : tracksOf(participant as RemoteParticipant),
  };
}

function tracksOf({ trackPublications }: RemoteParticipant): RemoteTrack[] {
  return [...trackPublications.values()].map((publication) => trackOf(publication));
}

function trackOf(publication: RemoteTrackPublication): RemoteTrack {
  const { trackSid: sid, kind, isMuted, track, isDesired } = publication;
  return {
    sid,
    key: keyOf(publication),
    kind: kind === Track.Kind.Video ? 'video' : 'audio',
    isMuted,
    isPaused: track?.streamState === Track.StreamState.Paused,
    isSubscribed: isDesired,
    track: track?.mediaStreamTrack,
  };
}
