import { keep } from '../keep.ts';
import { partsOf, wordsOf, type SmppPart, type Segment } from './words.ts';

/** `tell`: the receipts of its parts go out. */
export type LineSms = { id: string; text: string; from: string; tell: () => void };
type Piece = Segment & { tell: () => void };
export type LinePhone = ReturnType<typeof createLinePhone>;
/** Fields of a `deliver_sm`. */
export type Delivery = Record<string, unknown>;

/** A customer's phone, as it is on an operator's network. `bring`: hands to whoever is signed in until they take it. */
export function createLinePhone(number: string, bring: (fields: Delivery) => Promise<void>) {
  const pieces = new Map<string, Piece[]>();
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
    /** What has come and is whole, oldest first. */
    inbox,
    /** Who holds the phone: hears of what comes, and says by themselves when it came. */
    holder: undefined as ((message: LineSms) => void) | undefined,
    /** How many parts have come in all. */
    count: { parts: 0 },
    bring: (fields: Delivery) =>
      bring({ ...fieldsOf({ coding: 0, bytes: Buffer.alloc(0) }, false), ...fields }),
    /** What is typed, as fields of what the centre brings: to be brought in another order, or again. */
    typed(text: string): Delivery[] {
      reference = (reference + 1) % 256;
      const parts = partsOf(text, reference);
      return parts.map((part) => fieldsOf(part, parts.length > 1));
    },
    /** Resolves when it was taken. */
    async send(text: string): Promise<void> {
      for (const fields of this.typed(text)) await bring(fields);
    },
    receive(id: string, from: string, piece: Piece): void {
      this.count.parts += 1;
      const key = `${piece.reference}/${piece.of}`;
      const parts = [...(pieces.get(key) ?? []), piece].toSorted((a, b) => a.place - b.place);
      pieces.set(key, parts);
      if (parts.length < piece.of) return;
      pieces.delete(key);
      const message = { id, from, text: wordsOf(parts), tell: () => parts.forEach(({ tell }) => tell()) };
      keep(inbox, message);
      this.holder?.(message);
    },
  };
}
