import type { Answer, Answers, CustomField } from '@trunkline/contract';
import type { FieldVariable } from '../lib/fill-template.ts';

/** What stands for a custom field in a template. */
export const variableOf = ({ entity, key }: Pick<CustomField, 'entity' | 'key'>): FieldVariable =>
  `${entity}.field.${key}`;

/**
 * What the variables of custom fields stand for. One without an answer stands for nothing, so that it stays in the text
 * for whoever writes to see; a tick that is not set is an answer, too.
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
