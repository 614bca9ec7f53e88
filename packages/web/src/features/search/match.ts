function plain(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}

/** Does every word of the query begin a word of the text? Accents and case do not count. */
export function matches(query: string, text: string): boolean {
  const words = plain(text).split(/[\s/-]+/);
  return plain(query)
    .split(/\s+/)
    .filter(Boolean)
    .every((part) => words.some((word) => word.startsWith(part)));
}
