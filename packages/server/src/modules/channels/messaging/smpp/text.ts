import { smsLength, type SmppLine } from '@trunkline/contract';
import { smpp } from './library.ts';

type Alphabet = SmppLine['alphabet'];

const UTF16 = new TextDecoder('utf-16be');

/** Decodes a text by its data coding; undefined for a coding of binary data or one that is unknown. */
export function readText(coding: number, bytes: Buffer, alphabet: Alphabet): string | undefined {
  switch (codeOf(coding)) {
    case 'own':
      return alphabet === 'latin1' ? bytes.toString('latin1') : readGsm(bytes);
    case 'gsm7':
      return readGsm(bytes);
    case 'latin1':
      return bytes.toString('latin1');
    case 'ucs2':
      return UTF16.decode(bytes);
    default:
      return undefined;
  }
}

/** Data codings of SMPP 3.4 (5.2.19); those from 0x10 on also name a class, which only tells where a phone stores the message. */
function codeOf(coding: number): 'own' | 'gsm7' | 'latin1' | 'ucs2' | undefined {
  if (coding === 0) return 'own';
  if (coding === 1 || coding === 3) return 'latin1';
  if (coding === 8) return 'ucs2';
  if (coding >= 0x10 && coding <= 0x1f) return ALPHABETS[(coding >> 2) & 3];
  return (coding & 0xf4) === 0xf0 ? 'gsm7' : undefined;
}
const ALPHABETS = ['gsm7', undefined, 'ucs2', undefined] as const;

/** GSM-7 with one character per byte, as SMPP sends it. An escape before a character without an extension is ignored. */
const readGsm = (bytes: Buffer): string => smpp.encodings.ASCII.decode(bytes).replaceAll('\u001b', '');

/** Whether a text needs two bytes for each character. */
export function isUnicode(text: string, alphabet: Alphabet): boolean {
  if (smsLength(text).encoding === 'UCS-2') return true;
  return alphabet === 'latin1' && [...text].some((one) => one > '\u00ff');
}

/** Encodes a text as UCS-2, or in the operator's default alphabet. */
export function writeText(
  text: string,
  { isUnicode: isWide, alphabet }: { isUnicode: boolean; alphabet: Alphabet },
): { coding: number; bytes: Buffer } {
  if (isWide) return { coding: 8, bytes: Buffer.from(text, 'utf16le').swap16() };
  return {
    coding: 0,
    bytes: alphabet === 'latin1' ? Buffer.from(text, 'latin1') : smpp.encodings.ASCII.encode(text),
  };
}
