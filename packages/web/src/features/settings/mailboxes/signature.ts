const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Converts typed lines to HTML. */
export const signatureOf = (text: string): string =>
  text
    .trim()
    .replaceAll(/[&<>"]/g, (sign) => ESCAPES[sign] ?? sign)
    .replaceAll('\n', '<br>');

/** Returns the lines of an HTML signature. A document made by DOMParser neither runs scripts nor loads anything. */
export function signatureTextOf(html: string): string {
  const page = new DOMParser().parseFromString(html, 'text/html');
  for (const line of page.querySelectorAll('br')) line.replaceWith('\n');
  for (const block of page.querySelectorAll('p, div, li')) block.append('\n');
  return (page.body.textContent ?? '').trim();
}
