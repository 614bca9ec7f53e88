const QUOTED = /^\s*>/;
/** Lines with which mail programs begin a quotation that has no marks. */
const CUT = /^-{2,}\s*(original message|pesan asli|pesan diteruskan|forwarded message)\s*-{2,}$/i;

export type SplitMail = { text: string; quoted: string };

/**
 * Splits an e-mail into its own text and the quotation at its end. Replies between quoted lines are left whole, and so
 * is an e-mail that is only a quotation.
 */
export function splitQuote(whole: string): SplitMail {
  const lines = whole.split('\n');
  const cut = lines.findIndex((line) => CUT.test(line.trim()));
  const from = cut >= 0 ? cut : startOfTail(lines);
  const text = lines.slice(0, from).join('\n').trimEnd();
  if (from >= lines.length || text.trim() === '') return { text: whole, quoted: '' };
  return { text, quoted: lines.slice(from).join('\n') };
}

/** Returns the line at which the quotation at the end begins, including the line above it that names its author. */
function startOfTail(lines: readonly string[]): number {
  const lastOwn = lines.findLastIndex((line) => line.trim() !== '' && !QUOTED.test(line));
  const quoted = lines.slice(lastOwn + 1).findIndex((line) => QUOTED.test(line));
  if (quoted < 0) return lines.length;
  const own = lines[lastOwn] ?? '';
  if (!own.trimEnd().endsWith(':')) return lastOwn + 1 + quoted;
  // Long introductions are wrapped: "On Friday, somebody with a long name\n<somebody@mail.example> wrote:".
  const isBroken = /^\s*<\S+@\S+>/.test(own) && Boolean(lines[lastOwn - 1]?.trim());
  return isBroken ? lastOwn - 1 : lastOwn;
}

/** Whether sanitised HTML contains a quotation and other text besides. */
export function hasFoldableQuote(html: string): boolean {
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  const quotes = [...body.querySelectorAll('[data-quote], [data-quote="from"] ~ *')];
  if (quotes.length === 0) return false;
  for (const quote of quotes) quote.remove();
  return (body.textContent ?? '').trim() !== '' || body.querySelector('img') !== null;
}
