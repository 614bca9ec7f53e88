const QUOTED = /^\s*>/;
/** Where programs that quote without a mark begin. */
const CUT = /^-{2,}\s*(original message|pesan asli|pesan diteruskan|forwarded message)\s*-{2,}$/i;

export type Folded = { text: string; quoted: string };

/**
 * The text of a mail, and what it quotes at its end. An answer written between the quoted lines stays whole, and so does
 * a mail that is nothing but a quotation.
 */
export function foldQuote(whole: string): Folded {
  const lines = whole.split('\n');
  const cut = lines.findIndex((line) => CUT.test(line.trim()));
  const from = cut >= 0 ? cut : startOfTail(lines);
  const text = lines.slice(0, from).join('\n').trimEnd();
  if (from >= lines.length || text.trim() === '') return { text: whole, quoted: '' };
  return { text, quoted: lines.slice(from).join('\n') };
}

/** Where the quoted lines at the end begin, with the line above them that says whose they are. */
function startOfTail(lines: readonly string[]): number {
  const lastOwn = lines.findLastIndex((line) => line.trim() !== '' && !QUOTED.test(line));
  const quoted = lines.slice(lastOwn + 1).findIndex((line) => QUOTED.test(line));
  if (quoted < 0) return lines.length;
  const own = lines[lastOwn] ?? '';
  if (!own.trimEnd().endsWith(':')) return lastOwn + 1 + quoted;
  // Long ones are broken: "On Friday, somebody with a long name\n<somebody@mail.example> wrote:".
  const isBroken = /^\s*<\S+@\S+>/.test(own) && Boolean(lines[lastOwn - 1]?.trim());
  return isBroken ? lastOwn - 1 : lastOwn;
}

/** Whether cleaned HTML quotes something, and has more to say than that. */
export function foldsHtml(html: string): boolean {
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  const quotes = [...body.querySelectorAll('[data-quote], [data-quote="from"] ~ *')];
  if (quotes.length === 0) return false;
  for (const quote of quotes) quote.remove();
  return (body.textContent ?? '').trim() !== '' || body.querySelector('img') !== null;
}
