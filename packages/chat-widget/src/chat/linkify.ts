/** A piece of a text: plain text, or a link. Pieces are never HTML, so that a message cannot contain markup. */
export type TextPiece = string | { href: string; text: string };

// The last group excludes punctuation at the end, which belongs to the sentence.
const ADDRESS =
  /\bhttps?:\/\/[^\s<>"'`]*[^\s<>"'`.,:;!?)\]}…]|\bwww\.[\w-]+\.[^\s<>"'`]*[^\s<>"'`.,:;!?)\]}…]|\bmailto:[\w.+-]+@[\w-]+(?:\.[\w-]+)+|\b[\w.+-]{1,64}@[\w-]+(?:\.[\w-]+)*\.[a-z]{2,}\b/gi;
const ALLOWED = new Set(['http:', 'https:', 'mailto:']);

export function linkify(text: string): TextPiece[] {
  const pieces: TextPiece[] = [];
  let end = 0;
  for (const match of text.matchAll(ADDRESS)) {
    const found = closeBracket(text, match.index, match[0]);
    const href = hrefOf(found);
    if (!href) continue;
    if (match.index > end) pieces.push(text.slice(end, match.index));
    pieces.push({ href, text: found });
    end = match.index + found.length;
  }
  if (end < text.length) pieces.push(text.slice(end));
  return pieces;
}

/** Returns the end of an address with brackets: `…/Kopi_(minuman)` includes its closing one, `(see …/x)` does not. */
function closeBracket(text: string, start: number, found: string): string {
  const opened = found.split('(').length - found.split(')').length;
  return opened > 0 && text[start + found.length] === ')' ? `${found})` : found;
}

function hrefOf(found: string): string | null {
  const isMail = !/^(?:https?:\/\/|www\.|mailto:)/i.test(found);
  const address = isMail ? `mailto:${found}` : /^www\./i.test(found) ? `https://${found}` : found;
  try {
    const url = new URL(address);
    return ALLOWED.has(url.protocol) ? url.href : null;
  } catch {
    return null;
  }
}
