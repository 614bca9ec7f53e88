import type { UpdateTrackSettings } from '@livekit/protocol';
import { VideoQuality } from '@livekit/protocol';
import type { Layer, PublishedTrack, Receiver } from './published-track.ts';
import type { SenderTime } from '../rtp/inbound-stream.ts';
import type { MediaPacket } from '../rtp/publisher-connection.ts';
import { Rewriter } from '../rtp/rewriter.ts';
import type { Outlet, SubscriberConnection } from '../rtp/subscriber-connection.ts';

/** One track on its way to one participant: which layer goes out, and how far the participant wants it. */
export class Subscription implements Receiver {
  readonly track: PublishedTrack;
  readonly outlet: Outlet;
  /** The participant has put the picture away. */
  isDisabled = false;
  /** Its layers have been measured and the best of them chosen; from then on it moves a step at a time. */
  isSettled = false;
  /** The line cannot carry it now. */
  isPaused = false;
  #wanted = VideoQuality.HIGH;
  #rewriter: Rewriter;
  #connection: SubscriberConnection;

  constructor(track: PublishedTrack, outlet: Outlet, connection: SubscriberConnection) {
    this.track = track;
    this.outlet = outlet;
    this.#connection = connection;
    this.#rewriter = outletRewriter(outlet, track.kind);
    this.#rewriter.pause();
    if (track.kind === 'audio') this.#rewriter.target = '';
  }

  /** The layer that goes out or is waited for. */
  get target(): string | undefined {
    return this.#rewriter.target;
  }

  get current(): string | undefined {
    return this.#rewriter.current;
  }

  /** The largest layer that the participant has a use for, of those that come in. */
  usable(nowMs: number): Layer[] {
    if (this.isDisabled) return [];
    const allowed = new Set(this.track.rids.slice(0, this.#wanted + 1));
    return this.track.layers(nowMs).filter(({ rid }) => allowed.has(rid));
  }

  apply(settings: UpdateTrackSettings): void {
    this.isDisabled = settings.disabled;
    if (settings.width > 0) this.#wanted = this.#qualityFor(settings.width, settings.height);
    else if (settings.quality !== VideoQuality.OFF) this.#wanted = settings.quality;
  }

  /** Sends this layer from its next key frame on; nothing at all when `undefined`. */
  choose(rid: string | undefined): void {
    if (rid === undefined) this.#rewriter.pause();
    else if (rid !== this.#rewriter.target) this.#rewriter.target = rid;
    if (this.#rewriter.isWaiting && rid !== undefined) this.#ask(rid);
  }

  requestKeyFrame(): void {
    const rid = this.#rewriter.current ?? this.#rewriter.target;
    if (rid !== undefined) this.#ask(rid);
  }

  /** A key frame that comes before the connection stands is lost, and the next may only be asked for a moment later. */
  #ask(rid: string): void {
    if (this.#connection.isConnected) this.track.requestKeyFrame(rid);
  }

  take(packet: MediaPacket, nowMs: number): void {
    const { stream } = this.outlet;
    if (!stream || !this.#connection.isConnected) return;
    const out = this.#rewriter.rewrite(packet, nowMs);
    if (out) stream.send(out, nowMs);
  }

  onwardLoss(): number {
    return Math.max(this.#connection.estimate.state.loss, this.outlet.stream?.fractionLost ?? 0);
  }

  senderTime(rid: string, time: SenderTime): void {
    const { stream } = this.outlet;
    if (!stream || rid !== this.#rewriter.current) return;
    this.#connection.report(stream, time.ntp, this.#rewriter.shift(time.rtpTimestamp));
  }

  #qualityFor(width: number, height: number): VideoQuality {
    const layers = this.track.info.layers.toSorted((a, b) => a.width * a.height - b.width * b.height);
    const enough = layers.findIndex(
      (layer) => Math.max(layer.width, layer.height) >= Math.max(width, height),
    );
    return enough === -1 ? VideoQuality.HIGH : Math.min(enough, VideoQuality.HIGH);
  }
}

/** An outlet that is used again goes on counting where it stopped: to the receiver it is one stream. */
const rewriters = new WeakMap<Outlet, Rewriter>();

function outletRewriter(outlet: Outlet, kind: 'audio' | 'video'): Rewriter {
  const known = rewriters.get(outlet) ?? new Rewriter(kind);
  rewriters.set(outlet, known);
  return known;
}
