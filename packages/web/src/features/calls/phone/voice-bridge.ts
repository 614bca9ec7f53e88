/** Carries voices between a telephone call and a room, in the page that is in both. */
export class VoiceBridge {
  readonly #context = new AudioContext();
  readonly #toRoom = this.#context.createMediaStreamDestination();
  readonly #toPhone = this.#context.createMediaStreamDestination();
  readonly #gate = new GainNode(this.#context);
  /** Who is heard at the telephone, by their tracks: they come and go, and are replaced where somebody is silent for a while. */
  readonly #others = new Map<MediaStreamTrack, AudioNode>();

  /** @param heard what comes from the telephone */
  constructor(heard: MediaStreamTrack) {
    this.#sourceOf(heard).connect(this.#gate).connect(this.#toRoom);
  }

  /** What the room hears of the telephone. */
  get forRoom(): MediaStreamTrack | undefined {
    return this.#toRoom.stream.getAudioTracks()[0];
  }

  /** What the telephone hears of the room, without one's own voice, which goes there by itself. */
  get forPhone(): MediaStreamTrack | undefined {
    return this.#toPhone.stream.getAudioTracks()[0];
  }

  /** Closed while what comes from the telephone is not for the room: a hold's music, above all. */
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
