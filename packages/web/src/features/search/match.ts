function plain(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}

/** Shorter ones begin too many names. */
const LEAST_OF_BEGINNING = 3;

/** Whether the text begins with the query, ignoring accents and case: somebody is typing its name. */
export function isBeginningOf(query: string, text: string): boolean {
  const typed = plain(query.trimStart());
  return typed.length >= LEAST_OF_BEGINNING && plain(text).startsWith(typed);
}

/** Whether every word of the query is the beginning of a word of the text, ignoring accents and case. */
export function matches(query: string, text: string): boolean {
  const words = plain(text).split(/[\s/-]+/);
  return plain(query)
    .split(/[\s/-]+/)
    .filter(Boolean)
    .every((part) => words.some((word) => word.startsWith(part)));
}
