import sanitizeHtml from 'sanitize-html';
import { limitHtmlDepth } from './limit-html-depth.ts';
import { isHidden } from './style.ts';

/** Elements that begin a new line. */
const BLOCKS = new Set(
  'address article aside blockquote br center dd div dl dt figcaption footer form h1 h2 h3 h4 h5 h6 header hr li main nav ol p pre section table tr ul'.split(
    ' ',
  ),
);
/** Block elements with an empty line around them. */
const PARAGRAPHS = new Set('p h1 h2 h3 h4 h5 h6 blockquote ul ol table pre'.split(' '));
const NOT_TEXT = ['script', 'style', 'textarea', 'option', 'xmp', 'title', 'noscript', 'template', 'svg'];
/** What is written in front of an element in plain text. */
const MARKS: Partial<Record<string, string>> = { li: '- ', td: ' ', th: ' ' };
/** Limits nested links, whose texts would otherwise be read again for every level. */
const LINK_PIECES = 20;
const HTML_MAX = 500_000;

/** Converts HTML to plain text. */
export function plainText(html: string): string {
  const text: string[] = [];
  const open: { hidden: boolean; href: string; from: number }[] = [];
  let hidden = 0;

  sanitizeHtml(limitHtmlDepth(html, HTML_MAX), {
    allowedTags: [],
    nonTextTags: NOT_TEXT,
    onOpenTag(name, attributes) {
      const isOut = isHidden(attributes['style']);
      const href = name === 'a' ? (attributes['href'] ?? '').trim() : '';
      open.push({ hidden: isOut, href, from: text.length });
      if (isOut) hidden += 1;
      if (BLOCKS.has(name)) text.push(PARAGRAPHS.has(name) ? '\n\n' : '\n');
      if (hidden === 0) text.push(MARKS[name] ?? (name === 'img' ? (attributes['alt'] ?? '') : ''));
    },
    onCloseTag(name) {
      const element = open.pop();
      if (!element) return;
      if (element.hidden) hidden -= 1;
      if (/^https?:/i.test(element.href))
        text.push(addressBeside(element.href, text.slice(element.from, element.from + LINK_PIECES)));
      if (BLOCKS.has(name) && name !== 'br') text.push(PARAGRAPHS.has(name) ? '\n\n' : '\n');
    },
    textFilter(escaped) {
      if (hidden === 0) text.push(unescape(escaped).replace(/[ \t\r\n]+/g, ' '));
      return '';
    },
  });
  return tidy(text.join(''));
}

/** The address of a link, to follow a text that does not contain it. */
function addressBeside(href: string, pieces: readonly string[]): string {
  const shown = pieces.join('').trim();
  return shown && !shown.includes(href) ? ` <${href}>` : '';
}

const unescape = (text: string): string =>
  text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&');

const tidy = (text: string): string =>
  text
    .replace(/[\u200b\u200c\u2060\ufeff\u00ad]/g, '')
    .replace(/\u00a0/g, ' ')
    .replace(/[ \t]+/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();

/** Converts plain text to HTML, for what was typed without formatting. */
export const plainTextToHtml = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .split(/\n{2,}/)
    .map((paragraph) => `<p>${paragraph.replaceAll('\n', '<br>')}</p>`)
    .join('\n');
