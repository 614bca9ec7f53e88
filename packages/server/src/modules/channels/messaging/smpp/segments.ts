import type { SmppLine } from '@trunkline/contract';
import { splitText } from '../outbound/message-parts.ts';
import type { OutgoingMessage } from '../providers/provider.ts';
import { isUnicode } from './text.ts';

/** Characters of GSM-7 that count twice. */
const EXTENDED = new Set('\f^{}\\[~]|€');
/** Units in a single segment, and in one of several, whose header takes six bytes. */
const SIZES = { wide: { alone: 70, joined: 67 }, narrow: { alone: 160, joined: 153 } };
/** Phones and operators do not reliably join more segments; longer texts are sent as several messages. */
const MOST = 10;

/**
 * Splits a text into segments with their position, as many as the composer counts. Each is a row of the outbox of its own, so that an
 * interrupted message continues with the next segment and none is sent twice.
 */
export function segmentsOf(
  text: string,
  { messageId, smpp }: { messageId: number; smpp: SmppLine | null },
): OutgoingMessage[] {
  const alphabet = smpp?.alphabet ?? 'gsm7';
  const isWide = isUnicode(text, alphabet);
  const { alone, joined } = isWide ? SIZES.wide : SIZES.narrow;
  const sizeOf = (of: string): number => sizesOf(of, isWide).reduce((sum, size) => sum + size, 0);
  // A segment may end one unit early, so ten segments hold a little less than ten times as much.
  return splitText(text, { alone: MOST * (joined - 1), sizeOf }).flatMap((whole, nth) => {
    if (sizeOf(whole) <= alone) {
      const segment = { isUnicode: isWide, reference: 0, of: 1, place: 1 };
      return [{ text: whole, fileId: null, answers: null, segment }];
    }
    const pieces = piecesOf(whole, joined, isWide);
    const reference = (messageId + nth) % 256;
    return pieces.map((piece, at) => ({
      text: piece,
      fileId: null,
      answers: null,
      segment: { isUnicode: isWide, reference, of: pieces.length, place: at + 1 },
    }));
  });
}

const sizesOf = (text: string, isWide: boolean): number[] =>
  [...text].map((one) => (isWide ? one.length : EXTENDED.has(one) ? 2 : 1));

/** Does not split a surrogate pair or an escaped character. */
function piecesOf(text: string, most: number, isWide: boolean): string[] {
  const pieces = [''];
  let used = 0;
  for (const one of text) {
    const [size = 0] = sizesOf(one, isWide);
    if (used + size > most) {
      pieces.push('');
      used = 0;
    }
    pieces[pieces.length - 1] += one;
    used += size;
  }
  return pieces;
}
