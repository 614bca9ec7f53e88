// What a spreadsheet would take for a formula: https://owasp.org/www-community/attacks/CSV_Injection
// Full-width signs count in spreadsheets of some countries.
const CALCULATED = /^'*[=+\-@\t\r\n＝＋－＠]/;

/** Behind these a cell begins where spreadsheets part cells by semicolons or tabs: quotes hold no line together there. */
const CALCULATED_BEHIND = /([;\t\r\n])(?=["']*[=+\-@＝＋－＠])/g;
const GUARDED_BEHIND = /([;\t\r\n])'(?=["']*[=+\-@＝＋－＠])/g;

/** Text that no spreadsheet calculates. */
export function guard(text: string): string {
  const inside = text.replace(CALCULATED_BEHIND, "$1'");
  return CALCULATED.test(text) ? `'${inside}` : inside;
}

/** The text that was guarded. */
export function unguard(text: string): string {
  const inside = text.replace(GUARDED_BEHIND, '$1');
  return text.startsWith("'") && CALCULATED.test(text) ? inside.slice(1) : inside;
}
