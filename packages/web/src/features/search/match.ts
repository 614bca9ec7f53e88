function plain(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}

/** Whether every word of the query is the beginning of a word of the text, ignoring accents and case. */
export function matches(query: string, text: string): boolean {
  const words = plain(text).split(/[\s/-]+/);
  return plain(query)
    .split(/[\s/-]+/)
    .filter(Boolean)
    .every((part) => words.some((word) => word.startsWith(part)));
}
