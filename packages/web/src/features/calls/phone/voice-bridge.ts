/** Mixes the voices of a telephone call and a room, in the page that takes part in both. */
export class VoiceBridge {
  readonly #context = new AudioContext();
  readonly #toRoom = this.#context.createMediaStreamDestination();
  readonly #toPhone = this.#context.createMediaStreamDestination();
  readonly #gate = new GainNode(this.#context);
  /** Audio nodes of the room's participants by track; a track may be replaced while its participant is muted. */
  readonly #others = new Map<MediaStreamTrack, AudioNode>();

  /** @param heard the audio of the telephone call's other side */
  constructor(heard: MediaStreamTrack) {
    this.#sourceOf(heard).connect(this.#gate).connect(this.#toRoom);
  }

  /** The audio of the telephone for the room. */
  get forRoom(): MediaStreamTrack | undefined {
    return this.#toRoom.stream.getAudioTracks()[0];
  }

  /** The audio of the room for the telephone; the agent's own voice is not part of it, because it is sent there anyway. */
  get forPhone(): MediaStreamTrack | undefined {
    return this.#toPhone.stream.getAudioTracks()[0];
  }

  /** Closed while the telephone must not be heard in the room, above all the music of a hold. */
  open(isOpen: boolean): void {
    this.#gate.gain.value = isOpen ? 1 : 0;
  }

  hear(tracks: readonly MediaStreamTrack[]): void {
    for (const [track, node] of this.#others) {
      if (tracks.includes(track)) continue;
      node.disconnect();
      this.#others.delete(track);
    }
    for (const track of tracks) {
      if (this.#others.has(track)) continue;
      const node = this.#sourceOf(track);
      node.connect(this.#toPhone);
      this.#others.set(track, node);
    }
  }

  async close(): Promise<void> {
    await this.#context.close();
  }

  #sourceOf(track: MediaStreamTrack): AudioNode {
    return this.#context.createMediaStreamSource(new MediaStream([track]));
  }
}
