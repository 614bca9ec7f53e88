import type { TEMPLATE_VARIABLES } from '@trunkline/contract';

/** The values of a template's variables; those of custom fields come on top of the standard ones. */
export type TemplateValues = Record<(typeof TEMPLATE_VARIABLES)[number], string> &
  Partial<Record<FieldVariable, string>>;
export type FieldVariable = `${'ticket' | 'customer'}.field.${string}`;

/** Fills `{{customer.name}}` and the like. An unknown variable stays in the text, so that its author sees it. */
export function fillTemplate(body: string, values: Partial<TemplateValues>): string {
  return body.replace(/\{\{\s*([\w.]+)\s*\}\}/g, (whole, name: string) =>
    isKnown(name, values) ? (values[name] ?? whole) : whole,
  );
}

/** Returns the variables of a text that have no value, each once; mostly typing mistakes. */
export function unknownVariables(body: string, known: readonly string[]): string[] {
  const found = [...body.matchAll(/\{\{([^{}]*)\}\}/g)].map(([, name = '']) => name.trim());
  return [...new Set(found)].filter((name) => !known.includes(name));
}

/** The variables that are still in a text that is about to go out, as they stand there, each once. */
const variablesLeft = (text: string): string[] => [
  ...new Set([...text.matchAll(/\{\{\s*[\w.]+\s*\}\}/g)].map(([whole]) => whole)),
];

/**
 * Asks before a text goes out that has variables left in it: `mayGo` is false the first time, and true for the same text once more.
 */
export function createVariableCheck(): { mayGo: (text: string, ask: (names: string) => void) => boolean } {
  let asked: string | null = null;
  return {
    mayGo(text, ask) {
      const left = variablesLeft(text);
      if (left.length === 0 || asked === text) return true;
      asked = text;
      ask(left.join(', '));
      return false;
    },
  };
}

function isKnown(name: string, values: Partial<TemplateValues>): name is keyof TemplateValues {
  return Object.hasOwn(values, name);
}
