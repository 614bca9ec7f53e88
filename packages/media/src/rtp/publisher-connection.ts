import type { RtcpPacket, RTCDataChannel, RTCIceCandidateInit } from 'werift';
import { RtcpSrPacket } from 'werift';
import type { ReceptionReport, SenderTime } from './inbound-stream.ts';
import { keyFrameRequest, maximumBitrate, nack, receiverReport, type ControlPacket } from './rtcp.ts';
import { readDescription, type Section } from './sdp.ts';
import { Sources, type Source } from './sources.ts';
import { TransportFeedback } from './transport-feedback.ts';
import { createPeerConnection, openBundledSections, transportOf, type NetworkOptions } from './werift.ts';
import { takePackets, type RtpPacket } from './wire.ts';

/** One packet of media as its sender meant it: in its own order, retransmissions unwrapped, each once. */
export type MediaPacket = {
  /** The section of the session description that it belongs to. */
  mid: string;
  /** Which quality of the picture; empty when there is only one. */
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
  /** The sender's clock, once a second or so: what aligns its audio with its video. */
  onSenderTime: (mid: string, rid: string, time: SenderTime) => void;
  /** What gets lost of a track after it has left here, towards whoever has the worst line. */
  onwardLoss: (mid: string) => number;
  onCandidate: (candidate: RTCIceCandidateInit) => void;
  onState: (state: string) => void;
  onDataChannel: (channel: RTCDataChannel) => void;
};

const REPORT_MS = 1000;
const TICK_MS = 50;
/**
 * How often a sender is told when its packets came: pictures are steered by it, a voice alone is the same whatever it says.
 * Browsers themselves take 50 to 250 ms, the longer the less there is to tell of.
 */
const FEEDBACK_MS = { video: TICK_MS, audio: 200 };
const ASSUMED_ROUND_TRIP_MS = 60;

/** The connection by which one participant sends: takes its packets in and tells it how they arrive. */
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
    takePackets(this.pc, {
      onRtp: (packet) => this.#onRtp(packet),
      onRtcp: (packet) => this.#onRtcp(packet),
    });
    this.#feedback = new TransportFeedback((bytes) => this.#control({ serialize: () => bytes }));
    this.pc.onIceCandidate.subscribe((candidate) => candidate && handlers.onCandidate(candidate.toJSON()));
    this.pc.connectionStateChange.subscribe((state) => handlers.onState(state));
    this.pc.onDataChannel.subscribe((channel) => handlers.onDataChannel(channel));
    this.#timer = setInterval(() => this.#tick(performance.now()), TICK_MS);
  }

  /** Answers an offer; the sections say which tracks it sends. */
  async answer(sdp: string): Promise<{ sdp: string; sections: Section[] }> {
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

  /** Asks the sender to stay below a rate, all its pictures together. */
  limit(bitsPerSecond: number): void {
    const ssrcs = this.#sources
      .all()
      .filter(({ kind }) => kind === 'video')
      .map(({ stream }) => stream.ssrc);
    if (ssrcs.length > 0) this.#control(maximumBitrate(bitsPerSecond, ssrcs));
  }

  /** The share of packets lost on the way here, before any came again, over the last report. */
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

  /** Notes when the packet came, for the sender to be told; answers how loud it is. */
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
   * A voice carries as much of itself a second time (Opus' forward error correction) as its sender is told to be lost.
   * It must last for the whole way, of which a browser sees only the part up to here. Of pictures it is told no more
   * than that: they are sent again, and a thin line is `Downlink`'s business.
   */
  #withOnwardLoss(report: ReceptionReport, source: Source | undefined): ReceptionReport {
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
