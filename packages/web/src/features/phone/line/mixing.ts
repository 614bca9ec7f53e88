/** One of the calls whose audio is mixed. */
export type MixedVoice = {
  /** The audio of the other side. */
  heard: MediaStreamTrack;
  /** The microphone's track of this call. */
  spoken: MediaStreamTrack;
  /** Replaces the track that the other side receives. */
  send: (track: MediaStreamTrack) => Promise<void>;
};

/** Mixes a further track into what the other side hears. Returns the function that ends it. */
export async function mixTrackInto(
  { spoken, send }: Pick<MixedVoice, 'spoken' | 'send'>,
  heard: MediaStreamTrack,
): Promise<() => Promise<void>> {
  const context = new AudioContext();
  const mixed = context.createMediaStreamDestination();
  for (const track of [spoken, heard])
    context.createMediaStreamSource(new MediaStream([track])).connect(mixed);
  const [track] = mixed.stream.getAudioTracks();
  if (track) await send(track);
  return async () => {
    // A call that has ended refuses a new track.
    await send(spoken).catch(() => undefined);
    await context.close();
  };
}

/**
 * Lets the other sides of two calls hear each other. The audio is mixed in this page, so that the gateway only sees two
 * separate calls. Returns the function that ends it.
 */
export async function mixCalls(a: MixedVoice, b: MixedVoice): Promise<() => Promise<void>> {
  const parts = await Promise.all([mixTrackInto(a, b.heard), mixTrackInto(b, a.heard)]);
  return async () => void (await Promise.all(parts.map((part) => part())));
}
