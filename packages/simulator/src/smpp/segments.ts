import smpp, { type Pdu } from 'smpp';

/** Texts are sent and received as bytes, because how they are split and encoded is what is tested. */
for (const name of ['submit_sm', 'deliver_sm']) {
  const command = smpp.commands[name];
  if (!command) throw new Error('the SMPP library is not as we know it');
  const { id, params } = command;
  smpp.addCommand(name, { id, params: { ...params, short_message: { type: smpp.types.buffer } } });
}

const GSM_SIZE = 153;
const WIDE_SIZE = 134;

export type SmppPart = { coding: number; bytes: Buffer };

/** Splits and encodes a text as a phone does: with a header if there are several parts. */
export function partsOf(text: string, reference: number): SmppPart[] {
  const isGsm = smpp.encodings.ASCII.match(text);
  const coding = isGsm ? 0 : 8;
  const bytes = isGsm ? smpp.encodings.ASCII.encode(text) : smpp.encodings.UCS2.encode(text);
  if (bytes.length <= (isGsm ? 160 : 140)) return [{ coding, bytes }];
  const size = isGsm ? GSM_SIZE : WIDE_SIZE;
  const of = Math.ceil(bytes.length / size);
  return Array.from({ length: of }, (_, at) => ({
    coding,
    bytes: Buffer.concat([
      Buffer.from([5, 0, 3, reference, of, at + 1]),
      bytes.subarray(at * size, (at + 1) * size),
    ]),
  }));
}

export type Segment = { reference: number; of: number; place: number; coding: number; bytes: Buffer };

/** Returns the parts' numbers and the text of a received message, without its header. */
export function segmentOf(pdu: Pdu): Segment {
  const bytes = Buffer.isBuffer(pdu['short_message']) ? pdu['short_message'] : Buffer.alloc(0);
  const coding = Number(pdu['data_coding']);
  const hasHeader = (Number(pdu['esm_class']) & 0x40) !== 0;
  if (!hasHeader) return { reference: 0, of: 1, place: 1, coding, bytes };
  const [, , , reference = 0, of = 1, place = 1] = bytes;
  return { reference, of, place, coding, bytes: bytes.subarray(6) };
}

export const textOfParts = (parts: readonly Segment[]): string => {
  const bytes = Buffer.concat(parts.map((part) => part.bytes));
  return parts[0]?.coding === 8 ? smpp.encodings.UCS2.decode(bytes) : smpp.encodings.ASCII.decode(bytes);
};
