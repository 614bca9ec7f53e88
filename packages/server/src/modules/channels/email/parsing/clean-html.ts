import sanitizeHtml, { type Attributes, type Tag } from 'sanitize-html';
import { limitHtmlDepth } from './limit-html-depth.ts';
import { cleanStyle } from './style.ts';

type Options = {
  /** Returns the URL of our copy of a picture by its Content-ID; undefined if there is none. */
  inline: (cid: string) => string | undefined;
  /** Whether images from elsewhere may be loaded. */
  images: boolean;
};

/** Longer HTML is cut, because sanitising it would take too long; the original stays complete. */
const HTML_MAX = 2_000_000;

const TEXT =
  'a abbr acronym address b bdi bdo big blockquote br center cite code dd del dfn dl dt em font h1 h2 h3 h4 h5 h6';
const MORE = 'hr i ins kbd li mark ol p pre q s samp small span strike strong sub sup tt u ul var wbr';
const BOXES = 'article aside div figure figcaption footer header main nav section img details summary';
const TABLES = 'table caption colgroup col thead tbody tfoot tr th td';

/** Elements whose content is not text to read. */
const NOT_TEXT = ['script', 'style', 'textarea', 'option', 'xmp', 'title', 'noscript', 'iframe', 'noembed'];
const NOR_TEXT = ['noframes', 'plaintext', 'svg', 'math', 'template', 'object', 'select', 'audio', 'video'];

const SIZE = ['width', 'height', 'align', 'valign', 'bgcolor', 'border'];
const DATA_IMAGE = /^data:image\/(png|jpe?g|gif|webp);base64,[\w+/=\s]+$/i;
const COLOUR_OR_NUMBER = /^#?[\w.%-]{1,30}$/;

/** Quotes are recognised by the classes and ids of mail programs. */
const QUOTE_CLASS =
  /\b(gmail_quote|gmail_attr|yahoo_quoted|moz-cite-prefix|protonmail_quote|zmail_extra|tutanota_quote)\b/;
const QUOTE_ID =
  /^(yahoo_quoted|isForwardContent|mail-editor-reference-message-container|OLK_SRC_BODY_SECTION)/;
/** The beginning of a quote in Outlook, which extends to the end of the surrounding element. */
const QUOTE_FROM = /^(divRplyFwdMsg|appendonsend|x_divRplyFwdMsg|ms-outlook-mobile-signature-separator)$/;

/**
 * Sanitises HTML for a frame by an allow-list: no scripts, nothing that is positioned outside its box, and no remote content
 * unless it is requested.
 */
export function cleanHtml(html: string, options: Options): string {
  return sanitizeHtml(limitHtmlDepth(html, HTML_MAX), {
    allowedTags: `${TEXT} ${MORE} ${BOXES} ${TABLES}`.split(' '),
    nonTextTags: [...NOT_TEXT, ...NOR_TEXT],
    allowedAttributes: {
      '*': ['style', 'dir', 'lang', 'title', 'data-quote'],
      a: ['href', 'target', 'rel'],
      img: ['src', 'alt', 'width', 'height', 'border', 'align', 'data-remote', 'referrerpolicy', 'loading'],
      font: ['color', 'face', 'size'],
      table: [...SIZE, 'cellpadding', 'cellspacing'],
      ...Object.fromEntries(
        ['tr', 'td', 'th', 'tbody', 'thead', 'tfoot', 'col', 'colgroup'].map((name) => [
          name,
          [...SIZE, 'colspan', 'rowspan', 'span'],
        ]),
      ),
      ...Object.fromEntries(['p', 'div', 'h1', 'h2', 'h3', 'center'].map((name) => [name, ['align']])),
      ol: ['start', 'type'],
      li: ['value'],
    },
    allowedSchemes: ['http', 'https', 'mailto', 'tel'],
    // The scheme of `src` was checked in the transform below; our own URLs have none.
    allowedSchemesByTag: { img: ['http', 'https', 'data', 'cid'] },
    allowProtocolRelative: false,
    parseStyleAttributes: false,
    transformTags: { '*': (name, attributes) => cleanTag(name, attributes, options) },
  });
}

function cleanTag(name: string, attributes: Attributes, options: Options): Tag {
  const quote = quoteOf(name, attributes);
  const clean = {
    ...plainAttributes(attributes),
    ...(quote && { 'data-quote': quote }),
    ...(name === 'a' && linkTo(attributes['href'])),
    ...(name === 'img' && imageFrom(attributes['src'], options)),
  };
  return { tagName: name, attribs: clean };
}

/** Attributes that we set ourselves, or that may not occur. */
const OURS = /^(data-.*|style|href|src|id|class|name|target|rel)$/;

function plainAttributes({ style = '', ...attributes }: Attributes): Attributes {
  const clean: Attributes = {};
  for (const [key, value] of Object.entries(attributes)) {
    if (OURS.test(key)) continue;
    if (!SIZE.includes(key) || COLOUR_OR_NUMBER.test(value)) clean[key] = value;
  }
  const styled = cleanStyle(style);
  return styled ? { ...clean, style: styled } : clean;
}

function quoteOf(
  name: string,
  { type, cite, id = '', class: classes = '' }: Attributes,
): 'in' | 'from' | undefined {
  if (QUOTE_FROM.test(id)) return 'from';
  if (QUOTE_CLASS.test(classes) || QUOTE_ID.test(id)) return 'in';
  return name === 'blockquote' && (type === 'cite' || cite !== undefined) ? 'in' : undefined;
}

function linkTo(href: string | undefined): Attributes {
  const address = (href ?? '').trim();
  // Links to a place in the mail itself, and paths that would lead to our own server, are removed.
  if (!/^(https?:\/\/|mailto:|tel:)/i.test(address)) return {};
  return { href: address, target: '_blank', rel: 'noopener noreferrer nofollow' };
}

function imageFrom(src: string | undefined, { inline, images }: Options): Attributes {
  const address = (src ?? '').trim();
  if (/^cid:/i.test(address)) {
    const own = inline(decoded(address.slice(4)));
    return own ? { src: own } : {};
  }
  if (DATA_IMAGE.test(address)) return { src: address };
  if (!/^(https?:)?\/\//i.test(address)) return {};
  const whole = address.startsWith('//') ? `https:${address}` : address;
  return images ? { src: whole, referrerpolicy: 'no-referrer', loading: 'lazy' } : { 'data-remote': '' };
}

function decoded(cid: string): string {
  try {
    return decodeURIComponent(cid);
  } catch {
    return cid;
  }
}

/** Whether the HTML has remote images. Approximate: a false match only shows a needless button. */
export const hasRemoteImages = (html: string): boolean =>
  /\bsrc\s{0,20}=\s{0,20}["']?\s{0,20}(?:https?:)?\/\//i.test(html.slice(0, HTML_MAX));

/** The Content-IDs that the HTML refers to. */
export const cidsIn = (html: string): Set<string> =>
  new Set(
    [...html.slice(0, HTML_MAX).matchAll(/\bcid:([^"'\s>)]{1,500})/gi)].map(([, cid = '']) => decoded(cid)),
  );
