/** A section of a configuration file, with its lines in order. */
export type ConfigSection = { name: string; lines: readonly (readonly [key: string, value: string])[] };

/** Characters that neither end a line nor begin a comment, up to the max. length of a line. */
const SAFE_LINE = /^[\x20-\x3a\x3c-\x7e]{1,900}$/;
const SAFE_NAME = /^[\w.-]{1,79}$/;

/**
 * Everything that is written comes from values that were validated before. This is the last check: a mistake of ours must not
 * let a value add lines of its own. @throws RangeError
 */
export function demandSafeConfig(sections: readonly ConfigSection[]): readonly ConfigSection[] {
  for (const { name, lines } of sections) {
    if (!SAFE_NAME.test(name)) throw new RangeError(`no name of a category: ${JSON.stringify(name)}`);
    for (const [key, value] of lines)
      if (!SAFE_LINE.test(value) || !SAFE_NAME.test(key))
        throw new RangeError(`no line of ${name}: ${JSON.stringify(value)}`);
  }
  return sections;
}

/** The text of a file, the same for files with the same content. */
export const configFileText = (sections: readonly ConfigSection[]): string =>
  sections
    .map(({ name, lines }) => [`[${name}]`, ...lines.map(([key, value]) => `${key}=${value}`)].join('\n'))
    .join('\n');

/** The lines of an extension's steps. A label is written before its step as `label: `. */
export const extensionLines = (
  exten: string,
  steps: readonly (string | Labelled)[],
): ConfigSection['lines'] =>
  steps.map((step, at) => {
    const { label, does } = typeof step === 'string' ? { label: '', does: step } : step;
    return ['exten', `${exten},${at === 0 ? '1' : 'n'}${label && `(${label})`},${does}`] as const;
  });
type Labelled = { label: string; does: string };
