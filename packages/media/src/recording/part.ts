import {
  AppendOnlyStreamTarget,
  EncodedAudioPacketSource,
  EncodedPacket,
  EncodedVideoPacketSource,
  Output,
  WebMOutputFormat,
} from 'mediabunny';
import { appendTo } from './append.ts';
import type { TrackRecorder, TimedFrame } from './track-recorder.ts';

type Source = { source: EncodedAudioPacketSource | EncodedVideoPacketSource; meta: object; last: number };
type First = { tap: TrackRecorder; frame: TimedFrame };

const OPUS_MS = 20;
const PICTURE_MS = 33;

/** The Opus header that a player needs before the first packet (RFC 7845, section 5.1). */
function opusHead(): Buffer {
  const head = Buffer.alloc(19);
  head.write('OpusHead');
  head.writeUInt8(1, 8);
  head.writeUInt8(2, 9);
  head.writeUInt32LE(48_000, 12);
  return head;
}

/**
 * One file of a recording: WebM that is only appended to, so that a crash loses the last moment only. It begins once all its
 * tracks have sent something, since a track that never sends would block the others.
 */
export class RecordingPart {
  readonly file: string;
  readonly startMs: number;
  endMs: number;
  #sources = new Map<TrackRecorder, Source>();
  #output: Output;
  #queue: Promise<unknown>;
  #onError: (error: unknown) => void;

  constructor(file: string, firsts: readonly First[], onError: (error: unknown) => void) {
    this.file = file;
    this.#onError = onError;
    this.startMs = Math.min(...firsts.map(({ frame }) => frame.atMs));
    this.endMs = this.startMs;
    this.#output = new Output({
      format: new WebMOutputFormat({ appendOnly: true }),
      target: new AppendOnlyStreamTarget(appendTo(file)),
    });
    for (const first of firsts) this.#sources.set(first.tap, this.#add(first));
    this.#queue = this.#output.start().catch(onError);
  }

  has(tap: TrackRecorder): boolean {
    return this.#sources.has(tap);
  }

  get taps(): TrackRecorder[] {
    return [...this.#sources.keys()];
  }

  write(tap: TrackRecorder, { data, isKey, atMs }: TimedFrame): void {
    const known = this.#sources.get(tap);
    if (!known) return;
    const isVideo = known.source instanceof EncodedVideoPacketSource;
    // Time stamps must increase, but an alignment of clocks may move them back.
    const seconds = Math.max((atMs - this.startMs) / 1000, known.last + 0.001, 0);
    known.last = seconds;
    const duration = (isVideo ? PICTURE_MS : OPUS_MS) / 1000;
    this.endMs = Math.max(this.endMs, this.startMs + (seconds + duration) * 1000);
    const packet = new EncodedPacket(data, isKey ? 'key' : 'delta', seconds, duration);
    this.#then(() => known.source.add(packet, known.meta));
  }

  /** A track that is silent must not block the others. */
  end(tap: TrackRecorder): void {
    const known = this.#sources.get(tap);
    if (!known) return;
    this.#sources.delete(tap);
    this.#then(() => known.source.close());
  }

  async close(): Promise<void> {
    for (const tap of this.taps) this.end(tap);
    this.#then(() => this.#output.finalize());
    await this.#queue;
  }

  #then(step: () => unknown): void {
    this.#queue = this.#queue.then(step).catch(this.#onError);
  }

  #add({ tap, frame }: First): Source {
    const name = tap.track.info.sid;
    if (tap.track.kind === 'audio') {
      const source = new EncodedAudioPacketSource('opus');
      this.#output.addAudioTrack(source, { name });
      const decoderConfig = {
        codec: 'opus',
        numberOfChannels: 2,
        sampleRate: 48_000,
        description: opusHead(),
      };
      return { source, meta: { decoderConfig }, last: -1 };
    }
    const source = new EncodedVideoPacketSource('vp8');
    this.#output.addVideoTrack(source, { name });
    const { width = 640, height = 360 } = frame.size ?? {};
    return {
      source,
      meta: { decoderConfig: { codec: 'vp8', codedWidth: width, codedHeight: height } },
      last: -1,
    };
  }
}
