import { TrackType, type TrackInfo } from '@livekit/protocol';
import type { SenderTime } from '../rtp/inbound-stream.ts';
import type { MediaPacket } from '../rtp/publisher-connection.ts';

/** A receiver of the packets of a track: a participant's connection, or a recording. */
export type Receiver = {
  forward: (packet: MediaPacket, nowMs: number) => void;
  senderTime?: (rid: string, time: SenderTime) => void;
  /** The share of packets that get lost on the way from us to the receiver. */
  onwardLoss?: () => number;
};

/** A layer of the video that was received, with its recent rate. */
export type Layer = { rid: string; bitsPerSecond: number };

/** Key frames are large: requesting them more often would only delay them. */
const KEY_FRAME_EVERY_MS = 300;
const RATE_WINDOW_MS = 1000;
/** A layer without packets for so long has been switched off by its sender. */
const SILENT_MS = 1500;

type LayerRate = { bytes: number; sinceMs: number; bitsPerSecond: number; lastMs: number };

/** One track of a participant: its layers, and its receivers. */
export class PublishedTrack {
  /** The track as other participants see it. */
  readonly info: TrackInfo;
  /** The browser's name of the track, by which the session description refers to it. */
  readonly cid: string;
  readonly publisherSid: string;
  readonly publisherIdentity: string;
  mid: string | undefined;
  /** The loudest level since it was last read, in dB below the maximum. */
  loudest = 127;
  readonly receivers = new Set<Receiver>();
  #rids: string[] = [];
  #measured = new Map<string, LayerRate>();
  #asked = new Map<string, { atMs: number; timer?: NodeJS.Timeout }>();
  #requestKeyFrame: (rid: string) => void;

  constructor(
    info: TrackInfo,
    cid: string,
    owner: { sid: string; identity: string },
    requestKeyFrame: (mid: string, rid: string) => void,
  ) {
    this.info = info;
    this.cid = cid;
    this.publisherSid = owner.sid;
    this.publisherIdentity = owner.identity;
    this.#requestKeyFrame = (rid) => this.mid !== undefined && requestKeyFrame(this.mid, rid);
  }

  get kind(): 'audio' | 'video' {
    return this.info.type === TrackType.AUDIO ? 'audio' : 'video';
  }

  /**
   * Binds the track to its section of the session description. @param rids the layers, from the lowest quality to the highest
   */
  bind(mid: string, rids: readonly string[]): void {
    this.mid = mid;
    this.#rids = rids.length > 0 ? [...rids] : [''];
  }

  /** All possible layers, from the lowest quality to the highest. */
  get rids(): readonly string[] {
    return this.#rids;
  }

  /** The layers that arrive now, from the lowest quality to the highest. */
  layers(nowMs: number): Layer[] {
    return this.#rids.flatMap((rid) => {
      const measured = this.#measured.get(rid);
      if (!measured || nowMs - measured.lastMs > SILENT_MS) return [];
      return [{ rid, bitsPerSecond: measured.bitsPerSecond }];
    });
  }

  deliver(packet: MediaPacket, nowMs: number): void {
    this.#measure(packet, nowMs);
    if (packet.level !== undefined && packet.level < this.loudest) this.loudest = packet.level;
    for (const receiver of this.receivers) receiver.forward(packet, nowMs);
  }

  senderTime(rid: string, time: SenderTime): void {
    for (const receiver of this.receivers) receiver.senderTime?.(rid, time);
  }

  /** The loss on the way to the receiver with the worst connection. */
  onwardLoss(): number {
    return Math.max(0, ...[...this.receivers].map((receiver) => receiver.onwardLoss?.() ?? 0));
  }

  /** Requests a key frame from the sender: at once, or a little later if one was requested just now. */
  requestKeyFrame(rid: string): void {
    if (this.kind === 'audio') return;
    const nowMs = performance.now();
    const asked = this.#asked.get(rid);
    if (asked?.timer) return;
    const waitMs = asked ? asked.atMs + KEY_FRAME_EVERY_MS - nowMs : 0;
    if (waitMs <= 0) {
      this.#asked.set(rid, { atMs: nowMs });
      this.#requestKeyFrame(rid);
      return;
    }
    const timer = setTimeout(() => {
      this.#asked.set(rid, { atMs: performance.now() });
      this.#requestKeyFrame(rid);
    }, waitMs);
    this.#asked.set(rid, { atMs: asked?.atMs ?? nowMs, timer });
  }

  close(): void {
    for (const { timer } of this.#asked.values()) clearTimeout(timer);
    this.receivers.clear();
  }

  #measure({ rid, payload }: MediaPacket, nowMs: number): void {
    const measured = this.#measured.get(rid);
    if (!measured) {
      this.#measured.set(rid, { bytes: payload.length, sinceMs: nowMs, bitsPerSecond: 0, lastMs: nowMs });
      return;
    }
    measured.bytes += payload.length;
    measured.lastMs = nowMs;
    const elapsedMs = nowMs - measured.sinceMs;
    if (elapsedMs < RATE_WINDOW_MS) return;
    measured.bitsPerSecond = (measured.bytes * 8000) / elapsedMs;
    measured.bytes = 0;
    measured.sinceMs = nowMs;
  }
}
