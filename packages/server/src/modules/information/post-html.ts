import sanitizeHtml from 'sanitize-html';

const ELEMENTS = ['p', 'br', 'strong', 'em', 's', 'u', 'ul', 'ol', 'li', 'blockquote', 'pre', 'code', 'a'];
/** Headings become paragraphs. */
const HEADINGS = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'];
const NOT_TEXT = ['script', 'style', 'textarea', 'option', 'xmp', 'title', 'noscript', 'iframe', 'svg'];
const ENDS = /<br\s*\/?>|<\/(?:p|li|blockquote|pre)>/g;

/** A post as safe HTML, and as plain text for searching and for clients without HTML. Pure. */
export function cleanPost(written: string): { html: string; body: string } {
  const html = sanitizeHtml(written, {
    allowedTags: ELEMENTS,
    nonTextTags: NOT_TEXT,
    allowedAttributes: { a: ['href', 'target', 'rel'] },
    allowedSchemes: ['http', 'https', 'mailto', 'tel'],
    allowProtocolRelative: false,
    transformTags: {
      ...Object.fromEntries(HEADINGS.map((name) => [name, 'p'])),
      a: (_name, { href }) => ({ tagName: 'a', attribs: linkTo(href) }),
    },
  });
  return { html, body: textOf(html) };
}

/** A link without a scheme would lead to a page of ours, so it is removed. */
const linkTo = (href = ''): Record<string, string> =>
  /^(https?:\/\/|mailto:|tel:)/i.test(href.trim())
    ? { href: href.trim(), target: '_blank', rel: 'noopener noreferrer' }
    : {};

const textOf = (html: string): string =>
  sanitizeHtml(html.replace(/[\r\n]+/g, ' ').replace(ENDS, '$&\n'), {
    allowedTags: [],
    allowedAttributes: {},
  })
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
