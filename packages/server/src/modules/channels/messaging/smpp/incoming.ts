import type { SmppLine } from '@trunkline/contract';
import { z } from 'zod';
import type { Pdu } from './library.ts';

/** The undecoded bytes of a text, in base64. */
export const undecodedText = z.object({ coding: z.number(), bytes: z.string() });
export type SmppTextPart = z.infer<typeof undecodedText>;
/** One part of a long message; `place` begins with 1. */
export type JoinedPart = SmppTextPart & { place: number };

/** A delivery of a message centre: a text, one part of a long text, or a receipt for a message of ours. */
export type SmppDelivery = { from: string } & (
  | { kind: 'message'; piece: SmppTextPart; joined?: { reference: string; of: number; place: number } }
  | { kind: 'receipt'; receipt: ReceiptText }
);

/** The content of a receipt. `state` is as the operator writes it, such as DELIVRD. */
export const receiptText = z.object({
  id: z.string(),
  state: z.string(),
  error: z.string(),
  words: z.string(),
  reference: z.number().nullable(),
});
export type ReceiptText = z.infer<typeof receiptText>;

const UDH_INDICATOR = 0x40;
/** The bits of `esm_class` for the message type, and the value for a receipt. */
const KIND_BITS = 0x3c;
const RECEIPT = 0x04;

export function readDeliver(pdu: Pdu, { receipt_ids: ids }: Pick<SmppLine, 'receipt_ids'>): SmppDelivery {
  const from = addressOf(textOf(pdu['source_addr']), numberOf(pdu['source_addr_ton']));
  const kind = numberOf(pdu['esm_class']);
  const bytes = bytesOf(pdu);
  const receipt = receiptOf(pdu, bytes, (kind & KIND_BITS) === RECEIPT);
  if (receipt) return { from, kind: 'receipt', receipt: { ...receipt, id: sameId(receipt.id, ids) } };
  const header = (kind & UDH_INDICATOR) !== 0 ? headerOf(bytes) : undefined;
  const joined = header?.joined ?? sarOf(pdu);
  const coding = numberOf(pdu['data_coding']);
  const own = header ? bytes.subarray(header.length) : bytes;
  return {
    from,
    kind: 'message',
    piece: { coding, bytes: own.toString('base64') },
    ...(joined && { joined }),
  };
}

/** The sender's address, with a plus where the operator marks it as international. */
const addressOf = (address: string, ton: number): string =>
  ton === 1 && /^\d+$/.test(address) ? `+${address}` : address;

/** Long texts may be in `message_payload`. */
function bytesOf(pdu: Pdu): Buffer {
  const { short_message: short, message_payload: payload } = pdu;
  if (Buffer.isBuffer(short) && short.length > 0) return short;
  return Buffer.isBuffer(payload) ? payload : Buffer.alloc(0);
}

type PartOfMany = { reference: string; of: number; place: number };

/** The user data header (3GPP TS 23.040, 9.2.3.24): its length, and the part number and count. */
function headerOf(bytes: Buffer): { length: number; joined?: PartOfMany } | undefined {
  const length = (bytes[0] ?? 0) + 1;
  if (length > bytes.length) return undefined;
  let at = 1;
  while (at + 2 <= length) {
    const [id = 0, size = 0] = [bytes[at], bytes[at + 1]];
    const value = bytes.subarray(at + 2, Math.min(at + 2 + size, length));
    const joined = joinedOf(id, value);
    if (joined) return { length, joined };
    at += 2 + size;
  }
  return { length };
}

function joinedOf(id: number, value: Buffer): PartOfMany | undefined {
  if (id === 0x00 && value.length === 3)
    return validPart({ reference: `8:${value[0]}`, of: value[1] ?? 0, place: value[2] ?? 0 });
  if (id === 0x08 && value.length === 4)
    return validPart({ reference: `16:${value.readUInt16BE(0)}`, of: value[2] ?? 0, place: value[3] ?? 0 });
  return undefined;
}

function sarOf(pdu: Pdu): PartOfMany | undefined {
  const { sar_msg_ref_num: reference, sar_total_segments: of, sar_segment_seqnum: place } = pdu;
  if (typeof reference !== 'number' || typeof of !== 'number' || typeof place !== 'number') return undefined;
  return validPart({ reference: `sar:${reference}`, of, place });
}

/** Part numbers that are impossible are ignored: the text is taken as a whole message. */
const validPart = (joined: PartOfMany): PartOfMany | undefined =>
  joined.of > 1 && joined.place >= 1 && joined.place <= joined.of ? joined : undefined;

/** Names of states by their number in `message_state`. */
const STATES = ['', 'ENROUTE', 'DELIVRD', 'EXPIRED', 'DELETED', 'UNDELIV', 'ACCEPTD', 'UNKNOWN', 'REJECTD'];

/** Reads a receipt only where `esm_class` or a TLV marks it as one: a customer may write the same text. */
function receiptOf(pdu: Pdu, bytes: Buffer, isMarked: boolean): ReceiptText | undefined {
  const named = textOf(pdu['receipted_message_id']).replaceAll('\0', '').trim();
  if (!isMarked && named === '') return undefined;
  const text = bytes.toString('latin1');
  const field = (name: RegExp): string => name.exec(text)?.[1] ?? '';
  const id = named || field(/\bid:\s*([^\s]+)/i);
  if (id === '') return undefined;
  const reference = pdu['user_message_reference'];
  return {
    id,
    state: STATES[numberOf(pdu['message_state'])] || field(/\bstat:\s*(\w+)/i).toUpperCase(),
    error: field(/\berr:\s*(\w+)/i),
    words: field(/\btext:([\s\S]*)$/i).trim(),
    reference: typeof reference === 'number' ? reference : null,
  };
}

/** Normalises a message id to compare it with the one from the submit response: operators pad ids and change their case. */
export function sameId(id: string, ids: SmppLine['receipt_ids']): string {
  const plain = id.trim().toLowerCase();
  if (ids === 'hexadecimal' && /^[0-9a-f]{1,32}$/.test(plain)) return BigInt(`0x${plain}`).toString(10);
  if (ids === 'decimal' && /^\d{1,32}$/.test(plain)) return BigInt(plain).toString(16);
  return plain.replace(/^0+(?=.)/, '');
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
const numberOf = (value: unknown): number => (typeof value === 'number' ? value : 0);
