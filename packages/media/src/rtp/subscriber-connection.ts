import {
  GenericNack,
  PictureLossIndication,
  RtcpPayloadSpecificFeedback,
  RtcpRrPacket,
  RtcpTransportLayerFeedback,
  TransportWideCC,
  type RtcpPacket,
  type RTCDataChannel,
  type RTCDtlsTransport,
  type RTCIceCandidateInit,
  type RTCRtpTransceiver,
} from 'werift';
import { BandwidthEstimate } from './bandwidth.ts';
import { OutboundStream, type TransportSequence, type WireHeader } from './outbound-stream.ts';
import { senderReport, type ControlPacket } from './rtcp.ts';
import { readDescription } from './sdp.ts';
import { readFeedback } from './transport-feedback.ts';
import { createPeerConnection, retransmissionTypeOf, transportOf, type NetworkOptions } from './werift.ts';
import { sendPacket, receivePackets } from './wire.ts';

type Handlers = {
  onCandidate: (candidate: RTCIceCandidateInit) => void;
  onState: (state: string) => void;
  /** The receiver lost its picture and needs a key frame. */
  onPictureLost: (outlet: OutgoingTransceiver) => void;
  /** The bandwidth estimate has changed. */
  onEstimate: () => void;
};

/** A transceiver by which one track reaches the participant; it is reused after that track has ended. */
export type OutgoingTransceiver = {
  readonly kind: 'audio' | 'video';
  /** Undefined until the negotiation has completed. */
  stream: OutboundStream | undefined;
  readonly transceiver: RTCRtpTransceiver;
  isFree: boolean;
};

/** The connection by which one participant receives: the server offers, the participant answers. */
export class SubscriberConnection {
  readonly pc;
  readonly estimate = new BandwidthEstimate();
  #handlers: Handlers;
  #outlets: OutgoingTransceiver[] = [];
  #transport: TransportSequence | undefined;
  /** Kept, because finding it takes longer than sending a packet. */
  #wire: RTCDtlsTransport | undefined;
  #channels = new Map<string, RTCDataChannel>();

  constructor(network: NetworkOptions, handlers: Handlers) {
    this.#handlers = handlers;
    this.pc = createPeerConnection('subscriber', network);
    receivePackets(this.pc, { onRtp: () => undefined, onRtcp: (packet) => this.#onRtcp(packet) });
    this.pc.onIceCandidate.subscribe((candidate) => candidate && handlers.onCandidate(candidate.toJSON()));
    this.pc.connectionStateChange.subscribe((state) => {
      this.#wire = transportOf(this.pc);
      handlers.onState(state);
    });
  }

  get isConnected(): boolean {
    return this.#wire?.state === 'connected';
  }

  get streams(): OutboundStream[] {
    return this.#outlets.flatMap(({ stream }) => (stream ? [stream] : []));
  }

  /** Opens an outlet for a track; it takes effect with the next offer. */
  open(kind: 'audio' | 'video', streamId: string, trackId: string): OutgoingTransceiver {
    const free = this.#outlets.find((outlet) => outlet.kind === kind && outlet.isFree);
    const outlet = free ?? this.#create(kind);
    outlet.isFree = false;
    outlet.transceiver.setDirection('sendonly');
    const sender = outlet.transceiver.sender as { streamIds: string[]; trackId: string };
    sender.streamIds = [streamId];
    sender.trackId = trackId;
    return outlet;
  }

  release(outlet: OutgoingTransceiver): void {
    outlet.isFree = true;
    outlet.transceiver.setDirection('inactive');
  }

  channel(label: '_reliable' | '_lossy'): RTCDataChannel {
    const known = this.#channels.get(label);
    if (known) return known;
    const options = label === '_lossy' ? { ordered: true, maxRetransmits: 0 } : { ordered: true };
    const channel = this.pc.createDataChannel(label, options);
    this.#channels.set(label, channel);
    return channel;
  }

  async offer(isRestart: boolean): Promise<string> {
    const offer = await this.pc.createOffer(isRestart ? { iceRestart: true } : {});
    await this.pc.setLocalDescription(offer);
    return this.pc.localDescription?.sdp ?? '';
  }

  async accept(sdp: string): Promise<void> {
    await this.pc.setRemoteDescription({ type: 'answer', sdp });
    const { extensions } = readDescription(sdp);
    if (extensions.transportSequence !== undefined) {
      this.#transport ??= {
        extensionId: extensions.transportSequence,
        next: (bytes) => this.estimate.next(bytes, performance.now()),
      };
    }
    for (const outlet of this.#outlets) outlet.stream ??= this.#streamOf(outlet);
  }

  async addCandidate(candidate: RTCIceCandidateInit): Promise<void> {
    await this.pc.addIceCandidate(candidate);
  }

  /** Sends a sender report, which pairs the stream's time stamps with our clock. */
  report(stream: OutboundStream, ntp: bigint, rtpTimestamp: number): void {
    stream.senderReportSent(ntp, performance.now());
    const { packets, bytes, ids } = stream;
    this.#control(senderReport({ ssrc: ids.ssrc, ntp, rtpTimestamp, packets, bytes }));
  }

  async close(): Promise<void> {
    await this.pc.close();
  }

  #create(kind: 'audio' | 'video'): OutgoingTransceiver {
    const transceiver = this.pc.addTransceiver(kind, { direction: 'sendonly' });
    const outlet: OutgoingTransceiver = { kind, stream: undefined, transceiver, isFree: false };
    this.#outlets.push(outlet);
    return outlet;
  }

  #streamOf({ kind, transceiver: { sender } }: OutgoingTransceiver): OutboundStream | undefined {
    if (!sender.codec) return undefined;
    const rtxPayloadType = retransmissionTypeOf(sender);
    const ids = {
      kind,
      ssrc: sender.ssrc,
      payloadType: sender.codec.payloadType,
      ...(kind === 'video' && rtxPayloadType !== undefined && { rtxSsrc: sender.rtxSsrc, rtxPayloadType }),
    };
    const send = (header: WireHeader, payload: Buffer) => {
      if (this.#wire?.state === 'connected') sendPacket(this.#wire, header, payload);
    };
    return new OutboundStream(ids, send, this.#transport);
  }

  #onRtcp(packet: RtcpPacket): void {
    const nowMs = performance.now();
    if (packet instanceof RtcpRrPacket) {
      for (const report of packet.reports) this.#bySsrc(report.ssrc)?.stream?.receiverReported(report, nowMs);
    } else if (packet instanceof RtcpTransportLayerFeedback) {
      this.#onTransportFeedback(packet.feedback, nowMs);
    } else if (packet instanceof RtcpPayloadSpecificFeedback) {
      const { feedback } = packet;
      const outlet = feedback instanceof PictureLossIndication ? this.#bySsrc(feedback.mediaSsrc) : undefined;
      if (outlet) this.#handlers.onPictureLost(outlet);
    }
  }

  #onTransportFeedback(feedback: RtcpTransportLayerFeedback['feedback'], nowMs: number): void {
    if (feedback instanceof GenericNack) {
      this.#bySsrc(feedback.mediaSourceSsrc)?.stream?.resend(feedback.lost, nowMs);
    } else if (feedback instanceof TransportWideCC) {
      this.estimate.feedback(readFeedback(feedback), nowMs);
      this.#handlers.onEstimate();
    }
  }

  #bySsrc(ssrc: number): OutgoingTransceiver | undefined {
    return this.#outlets.find(({ stream }) => stream?.ids.ssrc === ssrc);
  }

  #control(packet: ControlPacket): void {
    const wire = this.#wire;
    if (wire?.state !== 'connected') return;
    void wire.sendRtcp([packet as Parameters<typeof wire.sendRtcp>[0][number]]).catch(() => undefined);
  }
}
