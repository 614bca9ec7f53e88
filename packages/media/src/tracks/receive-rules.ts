import { TrackSource, TrackType, type TrackInfo } from '@livekit/protocol';
import { mayReceive, type CanReceive } from '@trunkline/contract/can-receive';
import type { ParticipantIdentity } from '../rooms/participant.ts';

const KEYS: Partial<Record<TrackSource, string>> = {
  [TrackSource.MICROPHONE]: 'audio',
  [TrackSource.CAMERA]: 'video',
  [TrackSource.SCREEN_SHARE]: 'screenVideo',
  [TrackSource.SCREEN_SHARE_AUDIO]: 'screenAudio',
};

/**
 * Whether a participant may receive a track of another. Finer than LiveKit's permission, which is all or nothing: the rules are
 * in an attribute that only our server writes. A token of other origin has no such attribute, and receives everything.
 */
export function mayReceiveTrack(
  receiver: ParticipantIdentity,
  owner: ParticipantIdentity,
  info: TrackInfo,
): boolean {
  if (!receiver.permission.canSubscribe) return false;
  const rules = rulesOf(receiver);
  if (!rules) return true;
  const from = {
    participantId: owner.attributes['session'] ?? owner.identity,
    userId: owner.attributes['user_id'] ?? owner.identity,
  };
  const kind = info.type === TrackType.VIDEO ? 'video' : 'audio';
  return mayReceive(rules, from, { key: KEYS[info.source] ?? info.name, kind });
}

function rulesOf({ attributes }: ParticipantIdentity): CanReceive | undefined {
  try {
    const { canReceive } = JSON.parse(attributes['permissions'] ?? '{}') as { canReceive?: CanReceive };
    return canReceive;
  } catch {
    return undefined;
  }
}
