/** One call of several whose voices are put together. */
export type Voice = {
  /** What comes from the other side. */
  heard: MediaStreamTrack;
  /** What the own microphone takes up for this call. */
  spoken: MediaStreamTrack;
  /** Sends this to the other side. */
  send: (track: MediaStreamTrack) => Promise<void>;
};

/** Has the other side hear something else too, besides the own microphone. Gives the function that ends it. */
export async function addTo(
  { spoken, send }: Pick<Voice, 'spoken' | 'send'>,
  heard: MediaStreamTrack,
): Promise<() => Promise<void>> {
  const context = new AudioContext();
  const mixed = context.createMediaStreamDestination();
  for (const track of [spoken, heard])
    context.createMediaStreamSource(new MediaStream([track])).connect(mixed);
  const [track] = mixed.stream.getAudioTracks();
  if (track) await send(track);
  return async () => {
    // A call that is over takes nothing any more.
    await send(spoken).catch(() => undefined);
    await context.close();
  };
}

/**
 * Has each of two others hear the other one too. It is mixed here, in the page of whoever talks with both: the gateway knows of two
 * calls, and needs to know nothing more. Gives the function that parts them.
 */
export async function mix(a: Voice, b: Voice): Promise<() => Promise<void>> {
  const parts = await Promise.all([addTo(a, b.heard), addTo(b, a.heard)]);
  return async () => void (await Promise.all(parts.map((part) => part())));
}
