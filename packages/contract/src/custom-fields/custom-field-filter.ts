import { z } from 'zod';
import { customFieldKey } from './custom-fields.ts';

/** All operators of filters; each kind of field supports some of them. */
export const FIELD_OPS = [
  'is',
  'is_not',
  'is_empty',
  'is_set',
  'contains',
  'before',
  'after',
  'between',
  'less',
  'more',
] as const;
export type FieldOp = (typeof FIELD_OPS)[number];

const scalar = z.union([z.string().max(300), z.number(), z.boolean()]);
const fieldFilter = z.strictObject({
  field: customFieldKey,
  op: z.enum(FIELD_OPS),
  /** One value, several of which any matches, or both ends of `between`. */
  value: z.union([scalar, z.array(scalar).max(100)]).optional(),
});

/** Filters on custom fields, all of which must match, as JSON text in a query. */
export const fieldFilters = z
  .string()
  .max(4_000)
  .transform((text, context) => {
    const read = z.array(fieldFilter).max(20).safeParse(parsed(text));
    if (read.success) return read.data;
    context.addIssue({ code: 'custom', message: 'Not a valid list of filters' });
    return z.NEVER;
  });

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
