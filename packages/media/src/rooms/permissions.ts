import { ParticipantPermission, TrackSource } from '@livekit/protocol';
import type { VideoGrant } from 'livekit-server-sdk';

const SOURCES: Record<string, TrackSource> = {
  camera: TrackSource.CAMERA,
  microphone: TrackSource.MICROPHONE,
  screen_share: TrackSource.SCREEN_SHARE,
  screen_share_audio: TrackSource.SCREEN_SHARE_AUDIO,
};

/** The permissions of a verified token; missing ones are granted, as in LiveKit, except for `hidden`. */
export function permissionOf(grant: VideoGrant): ParticipantPermission {
  // Tokens carry source names where the SDK's type has numbers.
  const sources: (TrackSource | string)[] = grant.canPublishSources ?? [];
  return new ParticipantPermission({
    canPublish: grant.canPublish ?? true,
    canSubscribe: grant.canSubscribe ?? true,
    canPublishData: grant.canPublishData ?? grant.canPublish ?? true,
    canPublishSources: sources.map((source) =>
      typeof source === 'string' ? (SOURCES[source] ?? TrackSource.UNKNOWN) : source,
    ),
    canUpdateMetadata: grant.canUpdateOwnMetadata ?? false,
    hidden: grant.hidden ?? false,
    recorder: grant.recorder ?? false,
  });
}

/** The claims for the refreshed token that a client gets during a long call. */
export function grantOf(permission: ParticipantPermission, room: string): VideoGrant {
  return {
    roomJoin: true,
    room,
    canPublish: permission.canPublish,
    canSubscribe: permission.canSubscribe,
    canPublishData: permission.canPublishData,
    canUpdateOwnMetadata: permission.canUpdateMetadata,
    hidden: permission.hidden,
    ...(permission.canPublishSources.length > 0 && { canPublishSources: permission.canPublishSources }),
  };
}

export function mayPublish(permission: ParticipantPermission, source: TrackSource): boolean {
  if (!permission.canPublish) return false;
  return permission.canPublishSources.length === 0 || permission.canPublishSources.includes(source);
}
