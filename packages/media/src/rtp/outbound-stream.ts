export type OutboundPacket = {
  sequenceNumber: number;
  timestamp: number;
  marker: boolean;
  payload: Buffer;
};

export type StreamIds = {
  kind: 'audio' | 'video';
  ssrc: number;
  payloadType: number;
  rtxSsrc?: number;
  rtxPayloadType?: number;
};

/** Writes one packet to the wire. The header is bytes, because building werift's header object costs more than sending it. */
export type Send = (header: WireHeader, payload: Buffer) => void;

/** The fields of a header that werift's SRTP cipher reads. */
export type WireHeader = {
  ssrc: number;
  sequenceNumber: number;
  serializeSize: number;
  serialize: () => Buffer;
};

export type TransportSequence = { extensionId: number; next: (bytes: number) => number };

/**
 * How many packets are kept for retransmission: about a second of video at 4 Mbit/s, or of audio. Powers of two, so that
 * indexes stay even when sequence numbers wrap.
 */
const HISTORY = { video: 512, audio: 64 };
/** Buffers are rounded up to this size, so that they can mostly be used again. */
const ROUNDED_TO = 256;
/** A second request within this time means that the retransmission is still on its way. */
const RESEND_AFTER_MS = 20;

type SentPacket = Omit<OutboundPacket, 'payload'> & { bytes: Buffer; length: number; sentAt: number };

/** One stream of packets to one receiver: its header, its history for retransmission, its sender report. */
export class OutboundStream {
  readonly ids: StreamIds;
  packets = 0;
  bytes = 0;
  roundTripMs: number | undefined;
  fractionLost = 0;
  #history: (SentPacket | undefined)[] = [];
  #rtxSequence = Math.floor(Math.random() * 0x8000);
  #lastReport: { middle: number; sentAt: number } | undefined;
  #transport: TransportSequence | undefined;
  #send: Send;

  constructor(ids: StreamIds, send: Send, transport?: TransportSequence) {
    this.ids = ids;
    this.#send = send;
    this.#transport = transport;
  }

  send(packet: OutboundPacket, nowMs: number): void {
    this.packets += 1;
    this.bytes += packet.payload.length;
    this.#keep(packet, nowMs);
    const { ssrc, payloadType } = this.ids;
    this.#write({ ssrc, payloadType, ...packet });
  }

  /** Retransmits lost packets; those that are no longer kept are skipped. */
  resend(sequenceNumbers: readonly number[], nowMs: number): void {
    const { rtxSsrc, rtxPayloadType, ssrc, payloadType } = this.ids;
    for (const wanted of sequenceNumbers) {
      const kept = this.#history[wanted % HISTORY[this.ids.kind]];
      if (kept?.sequenceNumber !== wanted || nowMs - kept.sentAt < RESEND_AFTER_MS) continue;
      kept.sentAt = nowMs;
      const { timestamp, marker } = kept;
      const payload = kept.bytes.subarray(0, kept.length);
      if (rtxSsrc === undefined || rtxPayloadType === undefined) {
        this.#write({ ssrc, payloadType, sequenceNumber: wanted, timestamp, marker, payload });
        continue;
      }
      const original = Buffer.allocUnsafe(2);
      original.writeUInt16BE(wanted);
      this.#rtxSequence = (this.#rtxSequence + 1) & 0xffff;
      this.#write({
        ssrc: rtxSsrc,
        payloadType: rtxPayloadType,
        sequenceNumber: this.#rtxSequence,
        timestamp,
        marker,
        payload: Buffer.concat([original, payload]),
      });
    }
  }

  /** @param ntp 32.32 fixed point */
  senderReportSent(ntp: bigint, nowMs: number): void {
    this.#lastReport = { middle: Number((ntp >> 16n) & 0xffffffffn), sentAt: nowMs };
  }

  receiverReported(report: { fractionLost: number; lsr: number; dlsr: number }, nowMs: number): void {
    this.fractionLost = report.fractionLost / 256;
    if (!this.#lastReport || report.lsr !== this.#lastReport.middle) return;
    const roundTrip = nowMs - this.#lastReport.sentAt - (report.dlsr * 1000) / 65_536;
    if (roundTrip < 0) return;
    this.roundTripMs = this.roundTripMs === undefined ? roundTrip : this.roundTripMs * 0.8 + roundTrip * 0.2;
  }

  /** Buffers are reused: objects that live for a second each cost more in garbage collection than this copy. */
  #keep({ sequenceNumber, timestamp, marker, payload }: OutboundPacket, sentAt: number): void {
    const place = sequenceNumber % HISTORY[this.ids.kind];
    const { length } = payload;
    const before = this.#history[place];
    const bytes =
      before && before.bytes.length >= length
        ? before.bytes
        : Buffer.allocUnsafeSlow(Math.ceil(length / ROUNDED_TO) * ROUNDED_TO);
    payload.copy(bytes);
    if (!before) this.#history[place] = { sequenceNumber, timestamp, marker, bytes, length, sentAt };
    else Object.assign(before, { sequenceNumber, timestamp, marker, bytes, length, sentAt });
  }

  #write(packet: OutboundPacket & { ssrc: number; payloadType: number }): void {
    const hasExtension = this.#transport !== undefined;
    const size = hasExtension ? 20 : 12;
    const bytes = Buffer.allocUnsafe(size);
    bytes[0] = hasExtension ? 0x90 : 0x80;
    bytes[1] = (packet.marker ? 0x80 : 0) | packet.payloadType;
    bytes.writeUInt16BE(packet.sequenceNumber, 2);
    bytes.writeUInt32BE(packet.timestamp, 4);
    bytes.writeUInt32BE(packet.ssrc, 8);
    if (this.#transport) {
      bytes.writeUInt32BE(0xbede0001, 12);
      bytes[16] = (this.#transport.extensionId << 4) | 1;
      bytes.writeUInt16BE(this.#transport.next(size + packet.payload.length), 17);
      bytes[19] = 0;
    }
    const { ssrc, sequenceNumber } = packet;
    this.#send({ ssrc, sequenceNumber, serializeSize: size, serialize: () => bytes }, packet.payload);
  }
}
