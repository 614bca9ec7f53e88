import { ParticipantPermission, TrackSource } from '@livekit/protocol';
import type { VideoGrant } from 'livekit-server-sdk';

const SOURCES: Record<string, TrackSource> = {
  camera: TrackSource.CAMERA,
  microphone: TrackSource.MICROPHONE,
  screen_share: TrackSource.SCREEN_SHARE,
  screen_share_audio: TrackSource.SCREEN_SHARE_AUDIO,
};

/** What a verified token lets its bearer do; what it leaves out is allowed, as LiveKit has it, except for hiding. */
export function permissionOf(grant: VideoGrant): ParticipantPermission {
  // A token carries words where its maker's type has numbers.
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

/** The same for the token that a client is given anew during a long call. */
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
