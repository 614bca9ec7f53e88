import type { CustomField } from '@trunkline/contract';

const VARIABLE = /\{\{\s*([^{}]*?)\s*\}\}/g;

/** The variable of a custom field. */
export const variableOf = ({ entity, key }: Pick<CustomField, 'entity' | 'key'>): string =>
  `${entity}.field.${key}`;

/** The variables of a text, each once. */
export const variablesIn = (text: string): string[] => [
  ...new Set([...text.matchAll(VARIABLE)].map(([, name = '']) => name)),
];

/** Fills in the variables of a text in one pass, so that values are not expanded themselves. Unknown ones stay. */
export const fillVariables = (text: string, known: ReadonlyMap<string, string>): string =>
  text.replace(VARIABLE, (whole, name: string) => known.get(name) ?? whole);
