/** No letter is as deep as that; a page that is takes a parser as long as its depth squared. */
const DEPTH_MAX = 2000;
/** Elements that have no inside. */
const VOID = setOf('area base br col embed hr img input link meta param source track wbr');
const ROW_ENDS = setOf('tr th td');
const PART_ENDS = setOf('thead tbody tfoot tr th td');
/** What ends by itself when one of these begins, as the parser has it: only what is on top, so they nest all the same. */
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

/** The HTML up to where it becomes deeper than anybody writes. Pure, and as quick as the text is long. */
export function shallow(html: string, lengthMax: number): string {
  const text = html.slice(0, lengthMax);
  const open: string[] = [];
  for (const { 1: slash, 2: written = '', index } of text.matchAll(/<(\/?)([a-z][a-z\d]{0,20})/gi)) {
    const name = written.toLowerCase();
    if (slash) close(open, name);
    else begin(open, name);
    if (open.length > DEPTH_MAX) return text.slice(0, index);
  }
  return text;
}

function begin(open: string[], name: string): void {
  const ended = ENDED_BY.get(name);
  while (ended?.has(open.at(-1) ?? '')) open.pop();
  if (!VOID.has(name)) open.push(name);
}

/** With everything that was left open in it. What was never opened ends nothing. */
function close(open: string[], name: string): void {
  const at = open.lastIndexOf(name);
  if (at >= 0) open.length = at;
}

function setOf(names: string): ReadonlySet<string> {
  return new Set(names.split(' '));
}
