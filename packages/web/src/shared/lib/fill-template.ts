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
  const found = [...body.matchAll(/\{\{\s*([^{}]*?)\s*\}\}/g)].map(([, name]) => name ?? '');
  return [...new Set(found)].filter((name) => !known.includes(name));
}

function isKnown(name: string, values: Partial<TemplateValues>): name is keyof TemplateValues {
  return Object.hasOwn(values, name);
}
