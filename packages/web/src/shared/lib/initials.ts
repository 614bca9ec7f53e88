const letters =
  typeof Intl.Segmenter === 'function' ? new Intl.Segmenter(undefined, { granularity: 'grapheme' }) : null;

function firstLetter(word: string): string {
  return letters?.segment(word)[Symbol.iterator]().next().value?.segment ?? word.charAt(0);
}

/** Returns the first letters of a name's first and last word. */
export function initials(name: string): string {
  const words = name.trim().split(/\s+/).filter(Boolean);
  const chosen = words.length > 1 ? [words[0], words.at(-1)] : words;
  return chosen.map((word) => firstLetter(word ?? '').toUpperCase()).join('') || '?';
}
