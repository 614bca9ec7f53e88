/** One remote track, as the library looks for it: by participant, by the kind of stream, by the track's own kind. */
export type RemoteStream = {
  participantId: string;
  /** `cam`, `screen`, or the name of a custom track. */
  type: string;
  pendingTrack: MediaStreamTrack;
  starttime: number;
};

export type Subscription = boolean | 'staged';

/**
 * What the library reads from us whenever a participant changes: tracks cannot travel in messages, so they lie here.
 * Its form is the library's.
 */
export type State = {
  local: {
    streams: { cam: { stream: MediaStream }; screen: { stream: MediaStream } };
    public: {
      customTracks: Record<string, { track: MediaStreamTrack }>;
      subscribedTracks: Record<string, unknown>;
    };
  };
  participants: Record<string, never>;
  streams: Record<string, RemoteStream>;
};

export function emptyState(): State {
  return {
    local: {
      streams: { cam: { stream: new MediaStream() }, screen: { stream: new MediaStream() } },
      public: { customTracks: {}, subscribedTracks: { ALL: true } },
    },
    participants: {},
    streams: {},
  };
}

/** Puts a track of ours where the library looks for it, in place of the one of its kind that was there. */
export function placeLocal(
  state: State,
  stream: 'cam' | 'screen',
  kind: 'audio' | 'video',
  track: MediaStreamTrack | undefined,
): void {
  const held = state.local.streams[stream].stream;
  for (const old of kind === 'audio' ? held.getAudioTracks() : held.getVideoTracks()) {
    if (old !== track) held.removeTrack(old);
  }
  if (track) held.addTrack(track);
}
