import { addLatest } from '../keep-latest.ts';
import { partsOf, textOfParts, type SmppPart, type Segment } from './segments.ts';

/** `tell` sends the receipts of its parts. */
export type LineSms = { id: string; text: string; from: string; tell: () => void };
type TrackedSegment = Segment & { tell: () => void };
export type LinePhone = ReturnType<typeof createLinePhone>;
/** Fields of a `deliver_sm`. */
export type Delivery = Record<string, unknown>;

/** A customer's phone in an operator's network. `bring` offers a delivery to the signed-in client until it accepts it. */
export function createLinePhone(number: string, bring: (fields: Delivery) => Promise<void>) {
  const pieces = new Map<string, TrackedSegment[]>();
  const inbox: LineSms[] = [];
  let reference = 0;

  const fieldsOf = ({ coding, bytes }: SmppPart, isJoined: boolean): Delivery => ({
    source_addr_ton: 1,
    source_addr_npi: 1,
    source_addr: number.replace('+', ''),
    esm_class: isJoined ? 0x40 : 0,
    data_coding: coding,
    short_message: bytes,
  });

  return {
    number,
    /** Complete received messages, oldest first. */
    inbox,
    /** Gets each received message. While it is set, the delivery is left to it to report. */
    holder: undefined as ((message: LineSms) => void) | undefined,
    /** The number of received parts. */
    count: { parts: 0 },
    bring: (fields: Delivery) =>
      bring({ ...fieldsOf({ coding: 0, bytes: Buffer.alloc(0) }, false), ...fields }),
    /** Returns a typed text as fields of deliveries, so that tests can bring them in another order or twice. */
    typed(text: string): Delivery[] {
      reference = (reference + 1) % 256;
      const parts = partsOf(text, reference);
      return parts.map((part) => fieldsOf(part, parts.length > 1));
    },
    /** Resolves when the client has accepted all parts. */
    async send(text: string): Promise<void> {
      for (const fields of this.typed(text)) await bring(fields);
    },
    receive(id: string, from: string, piece: TrackedSegment): void {
      this.count.parts += 1;
      const key = `${piece.reference}/${piece.of}`;
      const parts = [...(pieces.get(key) ?? []), piece].toSorted((a, b) => a.place - b.place);
      pieces.set(key, parts);
      if (parts.length < piece.of) return;
      pieces.delete(key);
      const message = { id, from, text: textOfParts(parts), tell: () => parts.forEach(({ tell }) => tell()) };
      addLatest(inbox, message);
      this.holder?.(message);
    },
  };
}
