// Cells that a spreadsheet would run as a formula: https://owasp.org/www-community/attacks/CSV_Injection Full-width signs count
// as well in East Asian spreadsheets.
const CALCULATED = /^'*[=+\-@\t\r\n＝＋－＠]/;

/** Spreadsheets that split at semicolons or tabs ignore the quotes, so a cell may begin after these too. */
const CALCULATED_BEHIND = /([;\t\r\n])(?=["']*[=+\-@＝＋－＠])/g;
const GUARDED_BEHIND = /([;\t\r\n])'(?=["']*[=+\-@＝＋－＠])/g;

/** The text, quoted with `'` where a spreadsheet would run it as a formula. */
export function guardFormula(text: string): string {
  const inside = text.replace(CALCULATED_BEHIND, "$1'");
  return CALCULATED.test(text) ? `'${inside}` : inside;
}

/** The original of a text that `guard` made. */
export function unguardFormula(text: string): string {
  const inside = text.replace(GUARDED_BEHIND, '$1');
  return text.startsWith("'") && CALCULATED.test(text) ? inside.slice(1) : inside;
}
