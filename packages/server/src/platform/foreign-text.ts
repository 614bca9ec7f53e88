/** Text of strangers as it may stand in our database and on a screen. Pure. */

// A name must not break a line, nor turn the text around it the other way.
// oxlint-disable-next-line no-control-regex -- control characters are what has to go
const NOT_ON_A_LINE = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]+/g;
const HALF_PAIRS = /\p{Surrogate}/gu;

/** A name or a heading, of at most `max` characters. */
export const onOneLine = (text: string, max: number): string =>
  [...text.replace(HALF_PAIRS, '\ufffd').replace(NOT_ON_A_LINE, ' ').trim()].slice(0, max).join('');

/** Several lines: only what a database cannot hold goes. */
export const asText = (text: string): string => text.replace(HALF_PAIRS, '\ufffd').replaceAll('\u0000', '');

/** Whether there is anything to be seen in it: what is made of invisible characters would be a name that nobody can choose. */
export const isVisible = (text: string): boolean => /[\p{L}\p{N}\p{P}\p{S}]/u.test(text);
