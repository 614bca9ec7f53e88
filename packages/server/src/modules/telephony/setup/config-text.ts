/** A file of the gateway, as it is written and read over its manager interface: categories with lines in their order. */
export type Section = { name: string; lines: readonly (readonly [key: string, value: string])[] };

/** Nothing in it ends a line, begins a comment, or is more than a line is long. */
const SAFE_LINE = /^[\x20-\x3a\x3c-\x7e]{1,900}$/;
const SAFE_NAME = /^[\w.-]{1,79}$/;

/**
 * Everything that goes into a file comes from values whose shape was checked when they came in. This is the last look: a
 * mistake of ours must not become a line of somebody else's.
 * @throws RangeError
 */
export function safe(sections: readonly Section[]): readonly Section[] {
  for (const { name, lines } of sections) {
    if (!SAFE_NAME.test(name)) throw new RangeError(`no name of a category: ${JSON.stringify(name)}`);
    for (const [key, value] of lines)
      if (!SAFE_LINE.test(value) || !SAFE_NAME.test(key))
        throw new RangeError(`no line of ${name}: ${JSON.stringify(value)}`);
  }
  return sections;
}

/** The same for two files that say the same. */
export const wordsOf = (sections: readonly Section[]): string =>
  sections
    .map(({ name, lines }) => [`[${name}]`, ...lines.map(([key, value]) => `${key}=${value}`)].join('\n'))
    .join('\n');

/** The steps of an extension, one after another. A label stands before a step as `label: `. */
export const extension = (exten: string, steps: readonly (string | Labelled)[]): Section['lines'] =>
  steps.map((step, at) => {
    const { label, does } = typeof step === 'string' ? { label: '', does: step } : step;
    return ['exten', `${exten},${at === 0 ? '1' : 'n'}${label && `(${label})`},${does}`] as const;
  });
type Labelled = { label: string; does: string };
