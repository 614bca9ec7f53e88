/**
 * The inline styles that a mail may have: they change how its own text looks, but position nothing elsewhere and load nothing.
 * Pure.
 */

const LENGTH = /^-?[\d.]{1,8}(px|pt|em|rem|ex|ch|%|cm|mm|in|pc)?$/i;
const COLOUR = /^(#[0-9a-f]{3,8}|[a-z]{3,30}|(rgb|hsl)a?\([\d\s.,%/deg]{1,50}\))$/i;
const WORD = /^[a-z][a-z-]{0,30}$/i;
const SIDES = /^(-?[\d.]{1,8}(px|pt|em|rem|%)?|auto)(\s+(-?[\d.]{1,8}(px|pt|em|rem|%)?|auto)){0,3}$/i;
const FONTS = /^[\w\s,'"-]{1,200}$/;
const BORDER = /^[\w\s#.,()%-]{1,80}$/;
const HIDDEN = /^\s*(none|hidden)\s*$/i;

const ALLOWED = new Map<string, RegExp>([
  ...['color', 'background-color'].map((name) => [name, COLOUR] as const),
  ...[
    'width',
    'max-width',
    'min-width',
    'height',
    'max-height',
    'font-size',
    'line-height',
    'letter-spacing',
    'text-indent',
    'border-radius',
    'border-spacing',
    'border-width',
  ].map((name) => [name, LENGTH] as const),
  ...[
    'font-style',
    'font-variant',
    'text-align',
    'text-transform',
    'vertical-align',
    'white-space',
    'word-break',
    'overflow-wrap',
    'word-wrap',
    'border-collapse',
    'border-style',
    'direction',
    'list-style-type',
    'table-layout',
    'float',
    'clear',
  ].map((name) => [name, WORD] as const),
  ['text-decoration', /^[a-z -]{1,40}$/i],
  ['font-weight', /^(\d{3}|[a-z]{4,7})$/i],
  ['font-family', FONTS],
  ['display', /^(block|inline|inline-block|none|table|table-row|table-cell|list-item)$/i],
  ['background', COLOUR],
  ...['border', 'border-top', 'border-right', 'border-bottom', 'border-left', 'border-color'].map(
    (name) => [name, BORDER] as const,
  ),
  // Negative margins are refused: they could move text out of its place.
  ...['padding', 'padding-top', 'padding-right', 'padding-bottom', 'padding-left'].map(
    (name) => [name, SIDES] as const,
  ),
  ...['margin', 'margin-top', 'margin-right', 'margin-bottom', 'margin-left'].map(
    (name) => [name, /^(?!.*-\d)(?=.{1,60}$)[\w\s.%]+$/] as const,
  ),
]);

/** The allowed declarations, as the value of a style attribute; empty if none is allowed. */
export function cleanStyle(style: string): string {
  const kept: string[] = [];
  for (const declaration of style.slice(0, 4000).split(';')) {
    const colon = declaration.indexOf(':');
    const name = declaration.slice(0, colon).trim().toLowerCase();
    const value = declaration
      .slice(colon + 1)
      .replace(/!\s*important/i, '')
      .trim();
    const pattern = colon > 0 ? ALLOWED.get(name) : undefined;
    if (pattern?.test(value) && !/url|expression|javascript|var\s*\(/i.test(value))
      kept.push(`${name}:${value}`);
  }
  return kept.join(';');
}

/** Mails may hide their preview text; it is left out of the plain text as well. */
export const isHidden = (style: string | undefined): boolean =>
  (style ?? '').split(';').some((declaration) => {
    const [name = '', value = ''] = declaration.split(':');
    return /^(display|visibility)$/i.test(name.trim()) && HIDDEN.test(value);
  });
