const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** What was typed as HTML: the same lines. */
export const signatureOf = (text: string): string =>
  text
    .trim()
    .replaceAll(/[&<>"]/g, (sign) => ESCAPES[sign] ?? sign)
    .replaceAll('\n', '<br>');

/** The lines of a signature. Nothing of it is run or loaded: a parsed document that is not shown does neither. */
export function plainOf(html: string): string {
  const page = new DOMParser().parseFromString(html, 'text/html');
  for (const line of page.querySelectorAll('br')) line.replaceWith('\n');
  for (const block of page.querySelectorAll('p, div, li')) block.append('\n');
  return (page.body.textContent ?? '').trim();
}
