/** A remote track in the form in which the library looks it up: by participant, kind of stream, and the track's own kind. */
export type RemoteStream = {
  participantId: string;
  /** `cam`, `screen`, or the name of a custom track. */
  type: string;
  pendingTrack: MediaStreamTrack;
  starttime: number;
};

export type Subscription = boolean | 'staged';

/**
 * The state that the library reads whenever a participant changes, because tracks cannot be posted in messages. Its
 * form is the library's.
 */
export type EngineState = {
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

export function emptyState(): EngineState {
  return {
    local: {
      streams: { cam: { stream: new MediaStream() }, screen: { stream: new MediaStream() } },
      public: { customTracks: {}, subscribedTracks: { ALL: true } },
    },
    participants: {},
    streams: {},
  };
}

/** Stores a local track where the library reads it, in place of the previous one of its kind. */
export function setLocalTrack(
  state: EngineState,
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
