import type { TEMPLATE_VARIABLES } from '@trunkline/contract';

/** What stands for each variable; those of custom fields are there besides the usual ones. */
export type TemplateValues = Record<(typeof TEMPLATE_VARIABLES)[number], string> &
  Partial<Record<FieldVariable, string>>;
export type FieldVariable = `${'ticket' | 'customer'}.field.${string}`;

/** Fills `{{customer.name}}` and the like. A name that is not known stays as it is, so that whoever writes sees it. */
export function fillTemplate(body: string, values: Partial<TemplateValues>): string {
  return body.replace(/\{\{\s*([\w.]+)\s*\}\}/g, (whole, name: string) =>
    isKnown(name, values) ? (values[name] ?? whole) : whole,
  );
}

/** Variables of a text that nothing stands for, each once: typing mistakes, as a rule. */
export function unknownVariables(body: string, known: readonly string[]): string[] {
  const found = [...body.matchAll(/\{\{\s*([^{}]*?)\s*\}\}/g)].map(([, name]) => name ?? '');
  return [...new Set(found)].filter((name) => !known.includes(name));
}

function isKnown(name: string, values: Partial<TemplateValues>): name is keyof TemplateValues {
  return Object.hasOwn(values, name);
}
