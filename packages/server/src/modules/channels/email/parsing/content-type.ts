/** The type of a file by its first bytes, because names and headers can claim anything. Pure. */

const BEGINNINGS: readonly (readonly [string, RegExp])[] = [
  ['image/png', /^\u0089PNG\r\n/],
  ['image/jpeg', /^\u00ff\u00d8\u00ff/],
  ['image/gif', /^GIF8[79]a/],
  ['image/webp', /^RIFF[\s\S]{4}WEBP/],
  ['audio/wav', /^RIFF[\s\S]{4}WAVE/],
  ['audio/ogg', /^OggS/],
  ['audio/mpeg', /^(ID3|\u00ff[\u00e2\u00e3\u00f2\u00f3\u00fa\u00fb])/],
  ['video/webm', /^\P{L}E\u00df\u00a3/u],
  ['application/pdf', /^%PDF-/],
  ['application/x-executable', /^(MZ|\u007fELF)/],
];
const MP4 = /^[\s\S]{4}ftyp/;
/** Types that browsers display: a file only gets one if its first bytes agree. */
const SHOWN = /^(image|audio|video)\//;

/** How many first bytes are needed. */
export const SNIFFED_BYTES = 16;

export function detectContentType(beginning: Buffer, declared: string): string {
  const text = beginning.toString('latin1');
  const named = declared.toLowerCase();
  if (MP4.test(text)) return named.startsWith('audio/') ? 'audio/mp4' : 'video/mp4';
  const found = BEGINNINGS.find(([, pattern]) => pattern.test(text))?.[0];
  if (found) return found;
  return SHOWN.test(named) ? 'application/octet-stream' : named;
}
