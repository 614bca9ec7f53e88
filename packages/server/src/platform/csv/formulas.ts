// Cells that a spreadsheet would run as a formula: https://owasp.org/www-community/attacks/CSV_Injection Full-width signs count
// as well in East Asian spreadsheets.
const CALCULATED = /^'*[=+\-@\t\r\n＝＋－＠]/;

/**
 * A spreadsheet that expects another separator than the file's ignores the quotes, so a cell may also begin after one of these
 * characters. After a comma a minus counts only if something follows it, because Indonesian prices are written as 5.000,-.
 */
const CALCULATED_BEHIND = /(?:([;\t\r\n])(?=["']*[=+\-@＝＋－＠])|(,)(?=["']*(?:[=+@＝＋＠]|[-－][^\s-])))/g;
const GUARDED_BEHIND = /(?:([;\t\r\n])'(?=["']*[=+\-@＝＋－＠])|(,)'(?=["']*(?:[=+@＝＋＠]|[-－][^\s-])))/g;

/** The text, quoted with `'` where a spreadsheet would run it as a formula. */
export function guardFormula(text: string): string {
  const inside = text.replace(CALCULATED_BEHIND, "$1$2'");
  return CALCULATED.test(text) ? `'${inside}` : inside;
}

/** Returns the original of a text that `guardFormula` returned. */
export function unguardFormula(text: string): string {
  const inside = text.replace(GUARDED_BEHIND, '$1$2');
  return text.startsWith("'") && CALCULATED.test(text) ? inside.slice(1) : inside;
}
