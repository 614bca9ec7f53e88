/** Keywords for opting out and in, as operators and providers define them. */
const STOP = new Set([
  ...['stop', 'stopall', 'stop all', 'unsubscribe', 'cancel', 'end', 'quit'],
  ...['optout', 'opt out', 'opt-out', 'revoke', 'berhenti'],
]);
const START = new Set(['start', 'unstop', 'mulai']);
/** Help keywords, which providers answer themselves. */
const HELP = new Set(['help', 'info', 'bantuan']);

/** The keyword that a message consists of, ignoring punctuation and spaces around it; undefined for other messages. */
export function optOutKeywordOf(text: string): 'stop' | 'start' | 'help' | undefined {
  const word = withoutMarks(text.trim()).toLowerCase();
  if (STOP.has(word)) return 'stop';
  if (START.has(word)) return 'start';
  return HELP.has(word) ? 'help' : undefined;
}

/** Without a regular expression such as `[.!]+$`, which takes quadratic time. */
function withoutMarks(text: string): string {
  let end = text.length;
  while (end > 0 && /[.!\s]/.test(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}
