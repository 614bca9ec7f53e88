import type { UpdateTrackSettings } from '@livekit/protocol';
import { VideoQuality } from '@livekit/protocol';
import type { Layer, PublishedTrack, Receiver } from './published-track.ts';
import type { SenderTime } from '../rtp/inbound-stream.ts';
import type { MediaPacket } from '../rtp/publisher-connection.ts';
import { Rewriter } from '../rtp/rewriter.ts';
import type { OutgoingTransceiver, SubscriberConnection } from '../rtp/subscriber-connection.ts';

/** One track on its way to one participant: which layer is sent, and up to which quality the participant wants it. */
export class Subscription implements Receiver {
  readonly track: PublishedTrack;
  readonly outlet: OutgoingTransceiver;
  /** The participant's client has disabled the video, for example because it is not visible. */
  isDisabled = false;
  /** The layers have been measured and the best was chosen; from then on it changes one step at a time. */
  isSettled = false;
  /** Paused because the bandwidth is too low. */
  isPaused = false;
  #wanted = VideoQuality.HIGH;
  #rewriter: Rewriter;
  #connection: SubscriberConnection;

  constructor(track: PublishedTrack, outlet: OutgoingTransceiver, connection: SubscriberConnection) {
    this.track = track;
    this.outlet = outlet;
    this.#connection = connection;
    this.#rewriter = outletRewriter(outlet, track.kind);
    this.#rewriter.pause();
    if (track.kind === 'audio') this.#rewriter.target = '';
  }

  /** The layer that is sent or waited for. */
  get target(): string | undefined {
    return this.#rewriter.target;
  }

  get current(): string | undefined {
    return this.#rewriter.current;
  }

  /** The layers that arrive, up to the quality that the participant wants. */
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

  /** Sends this layer from its next key frame on; undefined sends nothing. */
  choose(rid: string | undefined): void {
    if (rid === undefined) this.#rewriter.pause();
    else if (rid !== this.#rewriter.target) this.#rewriter.target = rid;
    if (this.#rewriter.isWaiting && rid !== undefined) this.#ask(rid);
  }

  requestKeyFrame(): void {
    const rid = this.#rewriter.current ?? this.#rewriter.target;
    if (rid !== undefined) this.#ask(rid);
  }

  /** A key frame before the connection is established would be lost, and the next could only be requested a moment later. */
  #ask(rid: string): void {
    if (this.#connection.isConnected) this.track.requestKeyFrame(rid);
  }

  forward(packet: MediaPacket, nowMs: number): void {
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

/** A reused outlet continues its counters: to the receiver it is one stream. */
const rewriters = new WeakMap<OutgoingTransceiver, Rewriter>();

function outletRewriter(outlet: OutgoingTransceiver, kind: 'audio' | 'video'): Rewriter {
  const known = rewriters.get(outlet) ?? new Rewriter(kind);
  rewriters.set(outlet, known);
  return known;
}
