/** Characters of GSM 03.38 that take seven bits. */
const BASIC = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
);
/** Characters of its extension table, which take two units. */
const EXTENDED = new Set('\f^{}\\[~]|€');

export type SmsLength = {
  encoding: 'GSM-7' | 'UCS-2';
  /** The number of segments, by which operators charge. */
  segments: number;
  /** Units that still fit into the last segment: characters of GSM-7 (extended ones are two), or UTF-16 code units. */
  left: number;
};

const SIZES = {
  'GSM-7': { alone: 160, joined: 153 },
  'UCS-2': { alone: 70, joined: 67 },
} as const;

/**
 * How a text is split into short messages (3GPP TS 23.038 and 23.040). A character is never split, so a segment may be one unit
 * shorter. An empty text has none.
 */
export function smsLength(text: string): SmsLength {
  const characters = [...text];
  const isSeven = characters.every((one) => BASIC.has(one) || EXTENDED.has(one));
  const encoding = isSeven ? 'GSM-7' : 'UCS-2';
  const sizes = characters.map((one) => (isSeven ? (EXTENDED.has(one) ? 2 : 1) : one.length));
  const { alone, joined } = SIZES[encoding];
  const total = sizes.reduce((sum, size) => sum + size, 0);
  if (total <= alone) return { encoding, segments: total === 0 ? 0 : 1, left: alone - total };
  let segments = 1;
  let used = 0;
  for (const size of sizes) {
    if (used + size > joined) {
      segments += 1;
      used = 0;
    }
    used += size;
  }
  return { encoding, segments, left: joined - used };
}
