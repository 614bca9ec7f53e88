import { RunLengthChunk, type TransportWideCC } from 'werift';
import type { PacketResult } from './bandwidth.ts';
import { Unwrapper } from './sequence.ts';

const FLUSH_AT_PACKETS = 150;
/** Packets this far behind are not reported any more: the sender has given them up as well. */
const TOO_OLD = 200;
const TICK_US = 250;
const REFERENCE_US = 64_000;

/**
 * Reports to a sender when each of its packets arrived (transport-wide congestion control, draft-holmer-rmcat-02): without it a
 * browser stays at about 300 kbit/s. One per DTLS transport, because the counter belongs to the transport; werift's own, which
 * has one per stream, is not used.
 */
export class TransportFeedback {
  #arrivals = new Map<number, number>();
  #unwrapper = new Unwrapper();
  #nextBase: number | undefined;
  #count = 0;
  #mediaSsrc = 0;
  #send: (packet: Buffer) => void;

  constructor(send: (packet: Buffer) => void) {
    this.#send = send;
  }

  arrived(transportSequence: number, mediaSsrc: number, atUs: number): void {
    const number = this.#unwrapper.unwrap(transportSequence);
    this.#mediaSsrc = mediaSsrc;
    if (this.#nextBase !== undefined && number < this.#nextBase) {
      if (number < this.#nextBase - TOO_OLD) return;
      this.#nextBase = number;
    }
    this.#arrivals.set(number, atUs);
    if (this.#arrivals.size >= FLUSH_AT_PACKETS) this.flush();
  }

  flush(): void {
    if (this.#arrivals.size === 0) return;
    const numbers = [...this.#arrivals.keys()].toSorted((a, b) => a - b);
    const [first = 0] = numbers;
    const last = numbers.at(-1) ?? first;
    const base =
      this.#nextBase !== undefined && this.#nextBase <= first && first - this.#nextBase < TOO_OLD * 2
        ? this.#nextBase
        : first;
    const reference = Math.floor((this.#arrivals.get(first) ?? 0) / REFERENCE_US);
    const { statuses, deltas } = this.#describe(base, last, reference * REFERENCE_US);
    const packet = encode({
      mediaSsrc: this.#mediaSsrc,
      base,
      reference,
      count: this.#count,
      statuses,
      deltas,
    });
    this.#count = (this.#count + 1) & 0xff;
    this.#arrivals.clear();
    this.#nextBase = last + 1;
    this.#send(packet);
  }

  #describe(base: number, last: number, referenceUs: number) {
    const statuses: number[] = [];
    const deltas: Buffer[] = [];
    let previous = referenceUs;
    for (let number = base; number <= last; number++) {
      const at = this.#arrivals.get(number);
      if (at === undefined) {
        statuses.push(0);
        continue;
      }
      const ticks = Math.max(-32768, Math.min(32767, Math.round((at - previous) / TICK_US)));
      previous += ticks * TICK_US;
      const isSmall = ticks >= 0 && ticks <= 255;
      statuses.push(isSmall ? 1 : 2);
      const delta = Buffer.alloc(isSmall ? 1 : 2);
      if (isSmall) delta.writeUInt8(ticks);
      else delta.writeInt16BE(ticks);
      deltas.push(delta);
    }
    return { statuses, deltas };
  }
}

type Feedback = {
  mediaSsrc: number;
  base: number;
  reference: number;
  count: number;
  statuses: number[];
  deltas: Buffer[];
};

function encode({ mediaSsrc, base, reference, count, statuses, deltas }: Feedback): Buffer {
  const chunks = chunksOf(statuses);
  const head = Buffer.alloc(20 + chunks.length * 2);
  head.writeUInt32BE(1, 4);
  head.writeUInt32BE(mediaSsrc >>> 0, 8);
  head.writeUInt16BE(base & 0xffff, 12);
  head.writeUInt16BE(statuses.length, 14);
  head.writeUIntBE(reference & 0xffffff, 16, 3);
  head.writeUInt8(count, 19);
  for (const [index, chunk] of chunks.entries()) head.writeUInt16BE(chunk, 20 + 2 * index);
  const body = Buffer.concat([head, ...deltas]);
  const padding = (4 - (body.length % 4)) % 4;
  const packet = Buffer.concat([body, Buffer.alloc(padding)]);
  if (padding) packet.writeUInt8(padding, packet.length - 1);
  packet.writeUInt8(0x80 | (padding ? 0x20 : 0) | 15, 0);
  packet.writeUInt8(205, 1);
  packet.writeUInt16BE(packet.length / 4 - 1, 2);
  return packet;
}

/** Run-length chunks for long runs, two-bit vectors of seven for the rest. */
function chunksOf(statuses: readonly number[]): number[] {
  const chunks: number[] = [];
  for (let at = 0; at < statuses.length;) {
    const status = statuses[at] ?? 0;
    let run = 1;
    while (at + run < statuses.length && statuses[at + run] === status && run < 8191) run += 1;
    if (run >= 7 || at + run === statuses.length) {
      chunks.push((status << 13) | run);
      at += run;
      continue;
    }
    let vector = 0xc000;
    const length = Math.min(7, statuses.length - at);
    for (let index = 0; index < length; index++) vector |= (statuses[at + index] ?? 0) << (12 - 2 * index);
    chunks.push(vector);
    at += length;
  }
  return chunks;
}

/**
 * The results for each packet of a feedback, in order. (werift's own `packetResults` leaves out status vectors and starts every
 * run at the first packet.)
 */
export function readFeedback(feedback: TransportWideCC): PacketResult[] {
  const results: PacketResult[] = [];
  let atUs = feedback.referenceTime * REFERENCE_US;
  let delta = 0;
  const note = (status: number) => {
    if (results.length >= feedback.packetStatusCount) return;
    const sequenceNumber = (feedback.baseSequenceNumber + results.length) & 0xffff;
    const received = status === 1 || status === 2;
    if (received) {
      atUs += feedback.recvDeltas[delta]?.delta ?? 0;
      delta += 1;
    }
    results.push({ sequenceNumber, received, receivedAtMs: atUs / 1000 });
  };
  for (const chunk of feedback.packetChunks) {
    if (chunk instanceof RunLengthChunk) {
      for (let index = 0; index < chunk.runLength; index++) note(chunk.packetStatus);
    } else for (const status of chunk.symbolList) note(status);
  }
  return results;
}
