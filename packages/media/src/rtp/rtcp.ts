import {
  GenericNack,
  PictureLossIndication,
  RtcpPayloadSpecificFeedback,
  RtcpReceiverInfo,
  RtcpRrPacket,
  RtcpSenderInfo,
  RtcpSrPacket,
  RtcpTransportLayerFeedback,
} from 'werift';
import type { ReceptionReport } from './inbound-stream.ts';

/** A control packet that can be sent. */
export type ControlPacket = { serialize: () => Buffer };

/** The SSRC of the server's own reports; any number that no stream has. */
const OWN_SSRC = 1;

export function receiverReport(reports: readonly ReceptionReport[]): ControlPacket {
  return new RtcpRrPacket({
    ssrc: OWN_SSRC,
    reports: reports.map((report) => new RtcpReceiverInfo(report)),
  });
}

type SenderReport = {
  ssrc: number;
  ntp: bigint;
  rtpTimestamp: number;
  packets: number;
  bytes: number;
};

export function senderReport({ ssrc, ntp, rtpTimestamp, packets, bytes }: SenderReport): ControlPacket {
  return new RtcpSrPacket({
    ssrc,
    senderInfo: new RtcpSenderInfo({
      ntpTimestamp: ntp,
      rtpTimestamp: rtpTimestamp >>> 0,
      packetCount: packets >>> 0,
      octetCount: bytes >>> 0,
    }),
  });
}

export function nack(mediaSsrc: number, lost: number[]): ControlPacket {
  return new RtcpTransportLayerFeedback({
    feedback: new GenericNack({ senderSsrc: OWN_SSRC, mediaSourceSsrc: mediaSsrc, lost }),
  });
}

export function keyFrameRequest(mediaSsrc: number): ControlPacket {
  return new RtcpPayloadSpecificFeedback({
    feedback: new PictureLossIndication({ senderSsrc: OWN_SSRC, mediaSsrc }),
  });
}

/** Asks a sender to stay below a rate (REMB); browsers respect it in addition to their own estimate. */
export function maximumBitrate(bitsPerSecond: number, ssrcs: readonly number[]): ControlPacket {
  let exponent = 0;
  let mantissa = Math.floor(bitsPerSecond);
  while (mantissa > 0x3ffff) {
    mantissa = Math.floor(mantissa / 2);
    exponent += 1;
  }
  const bytes = Buffer.alloc(20 + 4 * ssrcs.length);
  bytes.writeUInt8(0x8f, 0);
  bytes.writeUInt8(206, 1);
  bytes.writeUInt16BE(bytes.length / 4 - 1, 2);
  bytes.writeUInt32BE(OWN_SSRC, 4);
  bytes.write('REMB', 12);
  bytes.writeUInt8(ssrcs.length, 16);
  bytes.writeUInt8((exponent << 2) | (mantissa >> 16), 17);
  bytes.writeUInt16BE(mantissa & 0xffff, 18);
  for (const [index, ssrc] of ssrcs.entries()) bytes.writeUInt32BE(ssrc >>> 0, 20 + 4 * index);
  return { serialize: () => bytes };
}
