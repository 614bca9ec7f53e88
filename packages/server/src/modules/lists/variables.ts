import type { CustomField } from '@trunkline/contract';

/** Spaces around the name are trimmed afterwards: matched here they would take time by the cube of their number. */
const VARIABLE = /\{\{([^{}]*)\}\}/g;

/** The variable of a custom field. */
export const variableOf = ({ entity, key }: Pick<CustomField, 'entity' | 'key'>): string =>
  `${entity}.field.${key}`;

/** The variables of a text, each once. */
export const variablesIn = (text: string): string[] => [
  ...new Set([...text.matchAll(VARIABLE)].map(([, name = '']) => name.trim())),
];

/** Fills in the variables of a text in one pass, so that values are not expanded themselves. Unknown ones stay. */
export const fillVariables = (text: string, known: ReadonlyMap<string, string>): string =>
  text.replace(VARIABLE, (whole, name: string) => known.get(name.trim()) ?? whole);
