import type { Subscription } from '../state.ts';
import type { RemoteTrack } from '../transport/transport.ts';

export type OffReasons = {
  byUser?: boolean;
  byRemoteRequest?: boolean;
  byBandwidth?: boolean;
  byCanSendPermission?: boolean;
};
export type BlockedReasons = { byDeviceMissing?: boolean; byDeviceInUse?: boolean; byPermissions?: boolean };

/** The state of a participant's track in the library's form. Only custom tracks have `kind`. */
export type TrackState = {
  subscribed: Subscription;
  state: 'blocked' | 'off' | 'sendable' | 'loading' | 'interrupted' | 'playable';
  off?: OffReasons;
  blocked?: BlockedReasons;
  kind?: 'audio' | 'video';
};

export const OFF: TrackState = { subscribed: true, state: 'off', off: { byUser: true } };

export const isOn = ({ state }: TrackState): boolean => state !== 'off' && state !== 'blocked';

/**
 * Returns the state of a remote track. `hasPlayed` tells whether a packet has ever arrived: before that a silent track
 * is loading, afterwards it is interrupted.
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
