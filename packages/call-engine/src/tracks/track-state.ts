import type { Subscription } from '../state.ts';
import type { RemoteTrack } from '../transport/transport.ts';

export type Off = {
  byUser?: boolean;
  byRemoteRequest?: boolean;
  byBandwidth?: boolean;
  byCanSendPermission?: boolean;
};
export type Blocked = { byDeviceMissing?: boolean; byDeviceInUse?: boolean; byPermissions?: boolean };

/** How one track of somebody stands, in the library's form. `kind` stands with custom tracks only. */
export type TrackState = {
  subscribed: Subscription;
  state: 'blocked' | 'off' | 'sendable' | 'loading' | 'interrupted' | 'playable';
  off?: Off;
  blocked?: Blocked;
  kind?: 'audio' | 'video';
};

export const OFF: TrackState = { subscribed: true, state: 'off', off: { byUser: true } };

export const isOn = ({ state }: TrackState): boolean => state !== 'off' && state !== 'blocked';

/**
 * How a track of somebody else stands here. `hasPlayed`: the first packet has arrived once; a track that is silent
 * before that is still on its way, after it the line stumbles.
 */
export function remoteTrackState(
  remote: RemoteTrack | undefined,
  subscribed: Subscription,
  hasPlayed: boolean,
): TrackState {
  if (!remote || remote.isMuted) return { subscribed, state: 'off', off: { byUser: true } };
  const { track, isPaused } = remote;
  if (subscribed !== true) return { subscribed, state: 'sendable' };
  if (isPaused) return { subscribed, state: 'off', off: { byBandwidth: true } };
  if (!track) return { subscribed, state: 'loading' };
  if (!track.muted) return { subscribed, state: 'playable' };
  return { subscribed, state: hasPlayed ? 'interrupted' : 'loading' };
}
