import type { PublishedTrack, Receiver } from '../tracks/published-track.ts';
import type { SenderTime } from '../rtp/inbound-stream.ts';
import type { MediaPacket } from '../rtp/publisher-connection.ts';
import { Rewriter } from '../rtp/rewriter.ts';
import { TrackClock, type SenderClock } from './clock.ts';
import { FrameAssembler, type RecordedFrame } from './frames.ts';

type Handlers = {
  onFrame: (frame: TimedFrame, nowMs: number) => void;
  /** The loudness of an audio packet, in dB below the maximum, if its sender tells it. */
  onLevel: (level: number, nowMs: number) => void;
};

export type TimedFrame = RecordedFrame & { atMs: number };

/** Players can only seek to key frames, so one is requested this often. */
const KEY_FRAME_EVERY_MS = 10_000;
const CHOOSE_EVERY_MS = 1000;

/** Receives one track for a recording: takes its best layer, and emits complete frames with their time. */
export class TrackRecorder implements Receiver {
  readonly track: PublishedTrack;
  readonly addedAt = performance.now();
  lastFrameAt = -Infinity;
  #rewriter: Rewriter;
  #assembler: FrameAssembler;
  #clock: TrackClock;
  #onLevel: Handlers['onLevel'];
  #chosenAt = -Infinity;
  #keyAt = -Infinity;

  constructor(track: PublishedTrack, sender: SenderClock, { onFrame, onLevel }: Handlers) {
    this.track = track;
    this.#onLevel = onLevel;
    this.#rewriter = new Rewriter(track.kind);
    this.#clock = new TrackClock(track.kind === 'audio' ? 48_000 : 90_000, sender);
    this.#assembler = new FrameAssembler(track.kind, {
      onFrame: (frame, nowMs) => {
        this.lastFrameAt = nowMs;
        if (frame.isKey) this.#keyAt = nowMs;
        onFrame({ ...frame, atMs: this.#clock.at(frame.timestamp, nowMs) }, nowMs);
      },
      onGap: () => this.requestKeyFrame(),
    });
    track.receivers.add(this);
    if (track.kind === 'audio') this.#rewriter.target = '';
  }

  requestKeyFrame(): void {
    const rid = this.#rewriter.target;
    if (rid !== undefined) this.track.requestKeyFrame(rid);
  }

  forward(packet: MediaPacket, nowMs: number): void {
    if (packet.level !== undefined) this.#onLevel(packet.level, nowMs);
    if (nowMs - this.#chosenAt > CHOOSE_EVERY_MS) this.#choose(packet, nowMs);
    const out = this.#rewriter.rewrite(packet, nowMs);
    if (out) this.#assembler.push(out, nowMs);
  }

  senderTime(rid: string, { ntp, rtpTimestamp }: SenderTime): void {
    if (rid !== this.#rewriter.current) return;
    this.#clock.align({ ntp, rtpTimestamp: this.#rewriter.shift(rtpTimestamp) });
  }

  /** To be called several times a second. */
  tick(nowMs: number): void {
    this.#assembler.drain(nowMs);
    if (this.track.kind === 'audio') return;
    if (nowMs - this.#keyAt > KEY_FRAME_EVERY_MS && nowMs - this.lastFrameAt < CHOOSE_EVERY_MS) {
      this.#keyAt = nowMs;
      this.requestKeyFrame();
    }
  }

  close(): void {
    this.track.receivers.delete(this);
    this.#assembler.drain(performance.now(), { isEnd: true });
  }

  /** Chooses the best layer that arrives; before rates were measured, the layer of this packet. */
  #choose(packet: MediaPacket, nowMs: number): void {
    if (this.track.kind === 'audio') return;
    this.#chosenAt = nowMs;
    this.#rewriter.target = this.track.layers(nowMs).at(-1)?.rid ?? packet.rid;
    if (this.#rewriter.isWaiting) this.requestKeyFrame();
  }
}
