import type { CustomField } from '@trunkline/contract';

const VARIABLE = /\{\{\s*([^{}]*?)\s*\}\}/g;

/** What stands for a custom field in a text that is filled in. */
export const variableOf = ({ entity, key }: Pick<CustomField, 'entity' | 'key'>): string =>
  `${entity}.field.${key}`;

/** The variables of a text, each once. */
export const variablesIn = (text: string): string[] => [
  ...new Set([...text.matchAll(VARIABLE)].map(([, name = '']) => name)),
];

/** A text with its variables filled in, in one pass: what stands for one is nobody's template. What is not known stays. */
export const filled = (text: string, known: ReadonlyMap<string, string>): string =>
  text.replace(VARIABLE, (whole, name: string) => known.get(name) ?? whole);
