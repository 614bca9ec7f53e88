import { z } from 'zod';
import type { ListKind } from './codes.ts';
import { readDay, readWeek, writeDay, writeWeek } from './hours-text.ts';
import { id, line, text } from './shapes.ts';
import { timeZone } from './time-zone.ts';

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
    | { kind: 'date' }
    | { kind: 'zone' }
    | { kind: 'hours'; of: 'week' | 'day' }
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

/** A day as `2026-12-25`. */
export const dateField = (): ListField => ({ kind: 'date', schema: z.iso.date() });

/** The name of a time zone. */
export const zoneField = (): ListField => ({ kind: 'zone', schema: timeZone });

const HOURS_LENGTH = 2000;

/** When it is open in a week, as `readWeek` takes it: some time at least. */
export const weekField = (): ListField => ({
  kind: 'hours',
  of: 'week',
  schema: z
    .string()
    .max(HOURS_LENGTH)
    .refine((hours) => (readWeek(hours)?.length ?? 0) > 0)
    .overwrite((hours) => writeWeek(readWeek(hours) ?? [])),
  initial: 'Mo-Fr 09:00-17:00',
});

/** When it is open on one day, as `readDay` takes it; empty for closed. */
export const dayField = (): ListField => ({
  kind: 'hours',
  of: 'day',
  schema: z
    .string()
    .max(HOURS_LENGTH)
    .refine((hours) => readDay(hours) !== null)
    .overwrite((hours) => writeDay(readDay(hours) ?? [])),
  initial: '',
});

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
