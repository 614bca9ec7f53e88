/** Deeper than any real e-mail; the time of the parser grows with depth times content. */
const DEPTH_MAX = 600;
/** More tags than any real e-mail; the parser takes time for each. */
const TAGS_MAX = 150_000;
/** Elements without content. */
const VOID = setOf('area base br col embed hr img input link meta param source track wbr');
const ROW_ENDS = setOf('tr th td');
const PART_ENDS = setOf('thead tbody tfoot tr th td');
/**
 * For each element, the open elements that it ends implicitly, as in the parser; only the innermost one is considered, so they
 * can still be nested.
 */
const ENDED_BY = new Map<string, ReadonlySet<string>>([
  ['tr', ROW_ENDS],
  ['th', setOf('th td')],
  ['td', setOf('thead th td')],
  ['thead', PART_ENDS],
  ['tbody', PART_ENDS],
  ['tfoot', PART_ENDS],
  ['li', setOf('li')],
  ['dt', setOf('dt dd')],
  ['dd', setOf('dt dd')],
  ['option', setOf('option')],
  ...['p', 'div', 'table', 'ul', 'ol', 'blockquote', 'pre', 'hr', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map(
    (name): [string, ReadonlySet<string>] => [name, setOf('p')],
  ),
]);

/** Cuts HTML where it gets deeper, or has more tags, than any real e-mail. Pure, in linear time. */
export function limitHtmlDepth(html: string, lengthMax: number): string {
  const text = html.slice(0, lengthMax);
  const open = createOpen();
  let tags = 0;
  for (const { 1: slash, 2: written = '', index } of text.matchAll(/<(\/?)([a-z][a-z\d]{0,20})/gi)) {
    const name = written.toLowerCase();
    if (slash) open.close(name);
    else open.begin(name);
    tags += 1;
    if (open.depth() > DEPTH_MAX || tags > TAGS_MAX) return text.slice(0, index);
  }
  return text;
}

/** The open elements, with a count of each, so that a closing tag without an open element needs no search. */
function createOpen() {
  const names: string[] = [];
  const counts = new Map<string, number>();
  const count = (name: string, more: number) => void counts.set(name, (counts.get(name) ?? 0) + more);

  function pop(): string {
    const name = names.pop() ?? '';
    count(name, -1);
    return name;
  }

  return {
    depth: () => names.length,

    begin(name: string): void {
      const ended = ENDED_BY.get(name);
      while (ended?.has(names.at(-1) ?? '')) pop();
      if (VOID.has(name)) return;
      names.push(name);
      count(name, 1);
    },

    /** Closes the element and all elements that were left open inside. */
    close(name: string): void {
      if ((counts.get(name) ?? 0) === 0) return;
      while (pop() !== name);
    },
  };
}

function setOf(names: string): ReadonlySet<string> {
  return new Set(names.split(' '));
}
