import { plainText } from './plain-text.ts';

const WORDS = /[\p{L}\p{N}]+/gu;
/** Links are ignored: they differ between the text and the HTML of nearly every mail, and nobody searches for them. */
const ADDRESSES = /<?https?:\/\/\S+/gi;

const wordsOf = (text: string): string[] =>
  text.normalize('NFKC').replace(ADDRESSES, ' ').toLowerCase().match(WORDS) ?? [];

/** The text of a mail's HTML if it contains words that its plain text lacks; otherwise null. */
export function extraHtmlText(text: string, html: string): string | null {
  const inHtml = plainText(html);
  const known = new Set(wordsOf(text));
  return wordsOf(inHtml).every((word) => known.has(word)) ? null : inHtml;
}
