const NAMED = 3;

/** The first ones of a list for a sentence, and how many are left; one alone is named rather than counted. Pure. */
export function someOf(names: readonly string[]): { names: string; rest: number } {
  const shown = names.length <= NAMED + 1 ? names.length : NAMED;
  return { names: names.slice(0, shown).join(', '), rest: names.length - shown };
}
