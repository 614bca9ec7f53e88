/** No letter is as deep as that; a page that is takes a parser as long as its depth squared. */
const DEPTH_MAX = 2000;
/** Elements that end by themselves when the next one begins, or have no inside. */
const FLAT = new Set(
  'area base br col embed hr img input link meta param source track wbr p li td th tr dt dd option tbody thead tfoot'.split(
    ' ',
  ),
);

/** The HTML up to where it becomes deeper than anybody writes. Pure, and as quick as the text is long. */
export function shallow(html: string, lengthMax: number): string {
  const text = html.slice(0, lengthMax);
  let depth = 0;
  for (const { 1: slash, 2: name = '', index } of text.matchAll(/<(\/?)([a-z][a-z\d]{0,20})/gi)) {
    if (FLAT.has(name.toLowerCase())) continue;
    depth = slash ? Math.max(0, depth - 1) : depth + 1;
    if (depth > DEPTH_MAX) return text.slice(0, index);
  }
  return text;
}
