import { z } from 'zod';
import type { ListKind } from './codes.ts';
import { id, line, text } from './shapes.ts';

/** What stands in one field of a row of a list. */
export type ListValue = string | number | boolean | null;
/** The fields of a row by name. */
export type ListValues = Record<string, ListValue>;

type Schema = z.ZodType<ListValue, ListValue>;
type Common = {
  schema: Schema;
  /** What a new row begins with; without one it has to be said. */
  initial?: ListValue;
};
/** One column of a list: what it takes, and what a form needs to know to ask for it. */
export type ListField = Common &
  (
    | { kind: 'line' | 'text'; max: number }
    | { kind: 'number'; min: number; max: number }
    | { kind: 'check' }
    | { kind: 'choice'; choices: readonly (string | number)[]; isOptional: boolean }
    | { kind: 'reference'; to: ListKind; isOptional: boolean }
  );

/** One line that has to be filled in; of these characters only, where a pattern is given. */
export const lineField = (max: number, pattern?: RegExp): ListField => ({
  kind: 'line',
  schema: pattern ? line(max).regex(pattern) : line(max),
  max,
});

/** Several lines that have to be filled in. */
export const textField = (max: number): ListField => ({
  kind: 'text',
  schema: text(max).refine((value) => value.trim() !== ''),
  max,
});

/** A whole number, or none. */
export const numberField = (min: number, max: number): ListField => ({
  kind: 'number',
  schema: z.number().int().min(min).max(max).nullable(),
  initial: null,
  min,
  max,
});

/** Yes or no. */
export const checkField = (): ListField => ({ kind: 'check', schema: z.boolean(), initial: false });

/** One of these; the first one, unless it may be left open. */
export function choiceField(
  choices: readonly (string | number)[],
  { isOptional = false }: { isOptional?: boolean } = {},
): ListField {
  const schema = z.literal([...choices]);
  const initial = isOptional ? null : (choices[0] ?? null);
  return { kind: 'choice', schema: isOptional ? schema.nullable() : schema, initial, choices, isOptional };
}

/** A row of another list, by its id. */
export function referenceField(
  to: ListKind,
  { isOptional = false }: { isOptional?: boolean } = {},
): ListField {
  if (!isOptional) return { kind: 'reference', schema: id, to, isOptional };
  return { kind: 'reference', schema: id.nullable(), initial: null, to, isOptional };
}
