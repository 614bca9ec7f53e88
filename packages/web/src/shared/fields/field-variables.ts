import type { Answer, Answers, CustomField } from '@trunkline/contract';
import type { FieldVariable } from '../lib/fill-template.ts';

/** Returns the name of a custom field's variable in templates. */
export const variableOf = ({ entity, key }: Pick<CustomField, 'entity' | 'key'>): FieldVariable =>
  `${entity}.field.${key}`;

/**
 * Returns the values of the custom fields' variables. A field without an answer has none, so that its variable stays
 * visible in the text; an unset checkbox is an answer.
 */
export function fieldValues(
  fields: readonly CustomField[],
  answers: Answers,
  words: (field: CustomField, answer: Answer) => string,
): Partial<Record<FieldVariable, string>> {
  const known = fields.flatMap((field) => {
    const answer = answers[field.id] ?? (field.kind === 'check' ? false : undefined);
    return answer === undefined ? [] : [[variableOf(field), words(field, answer)] as const];
  });
  return Object.fromEntries(known);
}
