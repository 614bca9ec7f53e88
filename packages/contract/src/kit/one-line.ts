// A name must not break a line or an e-mail header, nor reverse the direction of the text around it.
// oxlint-disable-next-line no-control-regex -- control characters are what has to go
const NOT_ON_A_LINE = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]+/g;

/** Characters that show nothing where a text begins or ends: spaces, joiners, marks of direction, fillers. */
const UNSEEN = new RegExp(
  String.raw`[\s\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180e\u200b-\u200f\u2060-\u206f\u2800\u3164\ufeff\uffa0]`,
);
/** What is none of them, nor another mark that shows nothing by itself, as variation selectors and tags of emojis. */
const SEEN = new RegExp(String.raw`[^\p{Z}\p{Cc}\p{Cf}\p{Mn}\p{Me}\u115f\u1160\u2800\u3164\uffa0]`, 'u');

/** The text on one line, without what shows nothing at its ends; empty where nothing of it can be seen. */
export function onOneLine(given: string): string {
  const text = given.replace(NOT_ON_A_LINE, ' ');
  if (!SEEN.test(text)) return '';
  let begin = 0;
  while (UNSEEN.test(text.charAt(begin))) begin += 1;
  let end = text.length;
  while (UNSEEN.test(text.charAt(end - 1))) end -= 1;
  return text.slice(begin, end);
}
