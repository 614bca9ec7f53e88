import type { RtcpPacket, RTCDataChannel, RTCIceCandidateInit } from 'werift';
import { RtcpSrPacket } from 'werift';
import type { ReceptionReport, SenderTime } from './inbound-stream.ts';
import { keyFrameRequest, maximumBitrate, nack, receiverReport, type ControlPacket } from './rtcp.ts';
import { readDescription, type SdpSection } from './sdp.ts';
import { Sources, type PacketSource } from './sources.ts';
import { TransportFeedback } from './transport-feedback.ts';
import { createPeerConnection, openBundledSections, transportOf, type NetworkOptions } from './werift.ts';
import { receivePackets, type RtpPacket } from './wire.ts';

/** One packet of media as its sender sent it: retransmissions unwrapped, and each packet once. */
export type MediaPacket = {
  /** The section of the session description that it belongs to. */
  mid: string;
  /** The simulcast layer; empty when there is only one. */
  rid: string;
  sequenceNumber: number;
  timestamp: number;
  marker: boolean;
  payload: Buffer;
  /** Loudness below the maximum, in dB (0 loud … 127 silent); audio only. */
  level: number | undefined;
};

type Handlers = {
  onPacket: (packet: MediaPacket) => void;
  /** A sender report, about once a second: with it audio and video are aligned. */
  onSenderTime: (mid: string, rid: string, time: SenderTime) => void;
  /** The loss of a track on the way from here to the receiver with the worst connection. */
  onwardLoss: (mid: string) => number;
  onCandidate: (candidate: RTCIceCandidateInit) => void;
  onState: (state: string) => void;
  onDataChannel: (channel: RTCDataChannel) => void;
};

const REPORT_MS = 1000;
const TICK_MS = 50;
/**
 * How often a sender gets feedback on its packets: video adapts to it, audio sends at the same rate whatever it says. Browsers
 * themselves take 50 to 250 ms, the longer the less there is to report.
 */
const FEEDBACK_MS = { video: TICK_MS, audio: 200 };
const ASSUMED_ROUND_TRIP_MS = 60;

/** The connection by which one participant sends: receives its packets and gives feedback on them. */
export class PublisherConnection {
  readonly pc;
  roundTripMs = ASSUMED_ROUND_TRIP_MS;
  #handlers: Handlers;
  #sources = new Sources();
  #feedback: TransportFeedback;
  #reportedAt = 0;
  #toldAt = 0;
  #recentLoss = 0;
  #timer;

  constructor(network: NetworkOptions, handlers: Handlers) {
    this.#handlers = handlers;
    this.pc = createPeerConnection('publisher', network);
    receivePackets(this.pc, {
      onRtp: (packet) => this.#onRtp(packet),
      onRtcp: (packet) => this.#onRtcp(packet),
    });
    this.#feedback = new TransportFeedback((bytes) => this.#control({ serialize: () => bytes }));
    this.pc.onIceCandidate.subscribe((candidate) => candidate && handlers.onCandidate(candidate.toJSON()));
    this.pc.connectionStateChange.subscribe((state) => handlers.onState(state));
    this.pc.onDataChannel.subscribe((channel) => handlers.onDataChannel(channel));
    this.#timer = setInterval(() => this.#tick(performance.now()), TICK_MS);
  }

  /** Answers an offer; `sections` tells which tracks it contains. */
  async answer(sdp: string): Promise<{ sdp: string; sections: SdpSection[] }> {
    const offer = openBundledSections(sdp);
    await this.pc.setRemoteDescription({ type: 'offer', sdp: offer });
    const { sections } = readDescription(offer);
    await this.pc.setLocalDescription(await this.pc.createAnswer());
    const answer = this.pc.localDescription?.sdp ?? '';
    const { extensions, payloadTypes } = readDescription(answer);
    this.#sources.agree({ sections, extensions, payloadTypes });
    return { sdp: answer, sections };
  }

  async addCandidate(candidate: RTCIceCandidateInit): Promise<void> {
    await this.pc.addIceCandidate(candidate);
  }

  requestKeyFrame(mid: string, rid: string): void {
    for (const source of this.#sources.all()) {
      if (source.mid === mid && source.rid === rid) this.#control(keyFrameRequest(source.stream.ssrc));
    }
  }

  /** Asks the sender to keep all its video together below a rate. */
  limit(bitsPerSecond: number): void {
    const ssrcs = this.#sources
      .all()
      .filter(({ kind }) => kind === 'video')
      .map(({ stream }) => stream.ssrc);
    if (ssrcs.length > 0) this.#control(maximumBitrate(bitsPerSecond, ssrcs));
  }

  /** The share of packets lost between the sender and us, before retransmission, over the last report. */
  recentLoss(): number {
    return this.#recentLoss;
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.pc.close();
  }

  #onRtp({ header, payload }: RtpPacket): void {
    const nowMs = performance.now();
    const level = this.#readExtensions(header, nowMs);
    const found = this.#sources.find(header);
    if (!found || (found.isRepair && payload.length < 2)) return;
    const { source, isRepair } = found;
    const sequenceNumber = isRepair ? payload.readUInt16BE(0) : header.sequenceNumber;
    if (!source.stream.receive(sequenceNumber, header.timestamp, nowMs)) return;
    this.#handlers.onPacket({
      mid: source.mid,
      rid: source.rid,
      sequenceNumber,
      timestamp: header.timestamp,
      marker: header.marker,
      payload: isRepair ? payload.subarray(2) : payload,
      level,
    });
  }

  /** Notes the arrival for the feedback; returns the loudness if the packet tells it. */
  #readExtensions({ extensions, ssrc }: RtpPacket['header'], nowMs: number): number | undefined {
    const { transportSequence, audioLevel } = this.#sources.extensions;
    let level: number | undefined;
    for (const { id, payload } of extensions) {
      if (id === transportSequence && payload.length >= 2) {
        this.#feedback.arrived(payload.readUInt16BE(0), ssrc, nowMs * 1000);
      } else if (id === audioLevel) level = (payload[0] ?? 127) & 0x7f;
    }
    return level;
  }

  #onRtcp(packet: RtcpPacket): void {
    if (!(packet instanceof RtcpSrPacket)) return;
    const source = this.#sources.get(packet.ssrc);
    if (!source) return;
    const { ntpTimestamp, rtpTimestamp } = packet.senderInfo;
    source.stream.senderReported(ntpTimestamp, rtpTimestamp, performance.now());
    if (source.stream.senderTime) {
      this.#handlers.onSenderTime(source.mid, source.rid, source.stream.senderTime);
    }
  }

  #tick(nowMs: number): void {
    const sources = this.#sources.all();
    const kind = sources.some((source) => source.kind === 'video') ? 'video' : 'audio';
    if (nowMs - this.#toldAt >= FEEDBACK_MS[kind]) {
      this.#toldAt = nowMs;
      this.#feedback.flush();
    }
    for (const { stream } of sources) {
      const lost = stream.nacksDue(nowMs, this.roundTripMs);
      if (lost.length > 0) this.#control(nack(stream.ssrc, lost));
    }
    if (nowMs - this.#reportedAt < REPORT_MS || sources.length === 0) return;
    this.#reportedAt = nowMs;
    const reports = sources.map(({ stream }) => stream.report(nowMs));
    this.#recentLoss = Math.max(...reports.map(({ fractionLost }) => fractionLost / 256));
    this.#control(
      receiverReport(reports.map((report, index) => this.#withOnwardLoss(report, sources[index]))),
    );
  }

  /**
   * Opus adds as much forward error correction as the loss that its sender is told. It must cover the whole way, of which a
   * browser only sees the part up to us. For video the loss is reported as it is: lost packets are retransmitted, and slow
   * connections of receivers are handled by `Downlink`.
   */
  #withOnwardLoss(report: ReceptionReport, source: PacketSource | undefined): ReceptionReport {
    if (source?.kind !== 'audio') return report;
    const onward = Math.min(255, Math.floor(this.#handlers.onwardLoss(source.mid) * 256));
    return { ...report, fractionLost: Math.max(report.fractionLost, onward) };
  }

  #control(packet: ControlPacket): void {
    const transport = transportOf(this.pc);
    if (transport?.state !== 'connected') return;
    void transport
      .sendRtcp([packet as Parameters<typeof transport.sendRtcp>[0][number]])
      .catch(() => undefined);
  }
}
