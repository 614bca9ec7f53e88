import type { TEMPLATE_VARIABLES } from '@trunkline/contract';

export type TemplateValues = Record<(typeof TEMPLATE_VARIABLES)[number], string>;

/** Fills `{{customer.name}}` and the like. A name that is not known stays as it is, so that whoever writes sees it. */
export function fillTemplate(body: string, values: TemplateValues): string {
  return body.replace(/\{\{\s*([\w.]+)\s*\}\}/g, (whole, name: string) =>
    isKnown(name, values) ? values[name] : whole,
  );
}

/** Variables of a text that nothing stands for, each once: typing mistakes, as a rule. */
export function unknownVariables(body: string, known: readonly string[]): string[] {
  const found = [...body.matchAll(/\{\{\s*([^{}]*?)\s*\}\}/g)].map(([, name]) => name ?? '');
  return [...new Set(found)].filter((name) => !known.includes(name));
}

function isKnown(name: string, values: TemplateValues): name is keyof TemplateValues {
  return Object.hasOwn(values, name);
}
