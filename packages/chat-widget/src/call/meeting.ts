import type { DailyCall, DailyParticipant } from '@daily-co/daily-js';
import { createStore, type Store } from '../chat/store.ts';

export type Tracks = {
  /** Where it stands with the line. */
  line: 'none' | 'on' | 'lost';
  hasMicrophone: boolean;
  isMuted: boolean;
  own: MediaStreamTrack | undefined;
  pictures: MediaStreamTrack[];
  sounds: MediaStreamTrack[];
};

export type Meeting = {
  tracks: Store<Tracks>;
  setMicrophone: (isOn: boolean) => void;
  setCamera: (isOn: boolean) => void;
  leave: () => Promise<void>;
};

const ENGINE = '/call-engine/call-engine.js';
const NOTHING: Tracks = {
  line: 'none',
  hasMicrophone: true,
  isMuted: false,
  own: undefined,
  pictures: [],
  sounds: [],
};

type Place = { url: string; token: string; isVideo: boolean };

/** Goes into the room and stays until it is left; what is heard and seen there follows in `tracks`. */
export async function joinMeeting({ url, token, isVideo }: Place, onFailed: () => void): Promise<Meeting> {
  const { default: Daily } = await import('@daily-co/daily-js');
  const tracks = createStore<Tracks>(NOTHING);
  const call = Daily.createCallObject({
    dailyConfig: { callObjectBundleUrlOverride: new URL(ENGINE, location.href).href, avoidEval: true },
  });
  follow(call, tracks, onFailed);
  // Not awaited: the room may be long in opening, and one has to be able to hang up meanwhile.
  const own = new URL(new URL(url).pathname, location.origin).href;
  call
    .join({ url: own, token, ...(!isVideo && { videoSource: false, startVideoOff: true }) })
    .catch(onFailed);
  return {
    tracks,
    setMicrophone: (isOn) => void call.setLocalAudio(isOn),
    setCamera: (isOn) => void call.setLocalVideo(isOn),
    async leave() {
      await call.leave().catch(() => undefined);
      await call.destroy().catch(() => undefined);
    },
  };
}

function follow(call: DailyCall, tracks: Store<Tracks>, onFailed: () => void): void {
  const look = () => {
    const { local, ...others } = call.participants();
    const remote = Object.values(others);
    tracks.set({
      line: call.meetingState() === 'joined-meeting' ? 'on' : tracks.get().line,
      isMuted: local?.tracks.audio.state === 'off',
      own: playable(local, 'video'),
      pictures: remote.flatMap((person) => playable(person, 'video') ?? []),
      sounds: remote.flatMap((person) => playable(person, 'audio') ?? []),
    });
  };
  call
    .on('joined-meeting', look)
    .on('participant-joined', look)
    .on('participant-updated', look)
    .on('participant-left', look)
    .on('track-started', look)
    .on('track-stopped', look)
    .on('camera-error', () => tracks.set({ hasMicrophone: false }))
    .on('network-connection', ({ event }) => tracks.set({ line: event === 'interrupted' ? 'lost' : 'on' }))
    .on('error', onFailed);
}

function playable(
  person: DailyParticipant | undefined,
  kind: 'audio' | 'video',
): MediaStreamTrack | undefined {
  const track = person?.tracks[kind];
  return track?.state === 'playable' ? track.persistentTrack : undefined;
}
