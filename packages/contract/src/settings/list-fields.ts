import { z } from 'zod';
import type { ListKind } from '../kit/codes.ts';
import { readDay, readWeek, writeDay, writeWeek } from '../kit/hours-text.ts';
import { LIMITS } from '../kit/limits.ts';
import { onOneLine } from '../kit/one-line.ts';
import { id, line, option, text, type Option } from '../kit/shapes.ts';
import { conditionsText } from '../tickets/ticket-conditions.ts';
import { timeZone } from '../kit/time-zone.ts';

/** The value of a field of a list's row. */
export type ListValue = string | number | boolean | null | number[] | Option[];
/** The fields of a row by name. */
export type ListValues = Record<string, ListValue>;

type Schema = z.ZodType<ListValue, ListValue>;
type Common = {
  schema: Schema;
  /** The initial value of a new row; without one the field is required. */
  initial?: ListValue;
  /** It cannot be changed once the row is in use. */
  isFixed?: boolean;
  /** The form suggests a value from this other field, in lower case with `_`. */
  from?: string;
  /** In the form only, not a column of the table. */
  isAside?: boolean;
  /** Empty means unchanged, where for other fields it means all. */
  keeps?: boolean;
  /** Empty means none, where for other fields it means all. */
  isNone?: boolean;
};
/** A field of a list: its schema, and what a form needs to show it. */
export type ListField = Common &
  (
    | { kind: 'line'; max: number }
    | { kind: 'text'; max: number; isOptional: boolean }
    | { kind: 'number'; min: number; max: number }
    | { kind: 'check' }
    | { kind: 'date' }
    | { kind: 'zone' }
    | { kind: 'hours'; of: 'week' | 'day' }
    | { kind: 'choice'; choices: readonly (string | number)[]; isOptional: boolean }
    | { kind: 'reference'; to: ListKind; isOptional: boolean }
    | { kind: 'references'; to: ListKind }
    | { kind: 'person' }
    | { kind: 'accounts' }
    | { kind: 'options' }
    | { kind: 'conditions' }
  );

/** A required line; with a pattern, only of these characters. */
export const lineField = (max: number, pattern?: RegExp, more: Pick<Common, 'from'> = {}): ListField => ({
  kind: 'line',
  schema: pattern ? line(max).regex(pattern) : line(max),
  max,
  ...more,
});

/** Several lines; required unless `isOptional`. */
export function textField(max: number, { isOptional = false }: { isOptional?: boolean } = {}): ListField {
  if (isOptional) return { kind: 'text', schema: text(max), initial: '', max, isOptional };
  return { kind: 'text', schema: text(max).refine((value) => value.trim() !== ''), max, isOptional };
}

/** A line that may be empty. */
export const optionalLineField = (max: number): ListField => ({
  kind: 'line',
  schema: z.string().max(max).overwrite(onOneLine),
  initial: '',
  max,
});

/** A step of a macro or rule: in the form only, and empty changes nothing. */
export const stepField = (field: ListField): ListField => ({ ...field, isAside: true, keeps: true });

/** A whole number, or null. */
export const numberField = (min: number, max: number): ListField => ({
  kind: 'number',
  schema: z.number().int().min(min).max(max).nullable(),
  initial: null,
  min,
  max,
});

export const checkField = (): ListField => ({ kind: 'check', schema: z.boolean(), initial: false });

export const dateField = (): ListField => ({ kind: 'date', schema: z.iso.date() });

/** The name of a time zone. */
export const zoneField = (): ListField => ({ kind: 'zone', schema: timeZone });

const HOURS_LENGTH = 2000;

/** The opening hours of a week, as for `readWeek`; not empty. */
export const weekOfficeHoursField = (): ListField => ({
  kind: 'hours',
  of: 'week',
  schema: z
    .string()
    .max(HOURS_LENGTH)
    .refine((hours) => (readWeek(hours)?.length ?? 0) > 0)
    .overwrite((hours) => writeWeek(readWeek(hours) ?? [])),
  initial: 'Mo-Fr 09:00-17:00',
});

/** The opening hours of a day, as for `readDay`; empty: closed. */
export const dayOfficeHoursField = (): ListField => ({
  kind: 'hours',
  of: 'day',
  schema: z
    .string()
    .max(HOURS_LENGTH)
    .refine((hours) => readDay(hours) !== null)
    .overwrite((hours) => writeDay(readDay(hours) ?? [])),
  initial: '',
});

/** One of these; initially the first one, unless it may be empty. */
export function choiceField(
  choices: readonly (string | number)[],
  { isOptional = false, isFixed = false }: { isOptional?: boolean; isFixed?: boolean } = {},
): ListField {
  const schema = z.literal([...choices]);
  const initial = isOptional ? null : (choices[0] ?? null);
  const asked = isOptional ? schema.nullable() : schema;
  return { kind: 'choice', schema: asked, initial, choices, isOptional, isFixed };
}

/** A row of another list, by id. */
export function referenceField(
  to: ListKind,
  { isOptional = false }: { isOptional?: boolean } = {},
): ListField {
  if (!isOptional) return { kind: 'reference', schema: id, to, isOptional };
  return { kind: 'reference', schema: id.nullable(), initial: null, to, isOptional };
}

/** A user by id, or null. */
export const personField = (): ListField => ({ kind: 'person', schema: id.nullable(), initial: null });

const severalIds = z
  .array(id)
  .max(LIMITS.listPage)
  .refine((ids) => new Set(ids).size === ids.length);

/** Several rows of another list, by id. */
export const referencesField = (to: ListKind): ListField => ({
  kind: 'references',
  schema: severalIds,
  initial: [],
  to,
});

/** Several channel accounts, by id. */
export const accountsField = (): ListField => ({ kind: 'accounts', schema: severalIds, initial: [] });

/** Conditions on a ticket as JSON text, all of which must match; `me` is not allowed, because no user runs them. */
export const conditionsField = (): ListField => ({
  kind: 'conditions',
  schema: z.string().refine((written) => {
    const read = conditionsText.safeParse(written);
    return read.success && !read.data.some(({ value }) => Array.isArray(value) && value.includes('me'));
  }),
  initial: '[]',
  isAside: true,
});

/** Marks a field for which empty means none. */
export const emptyMeansNone = (field: ListField): ListField => ({ ...field, isNone: true });

// In a file this prefix marks an inactive option.
const NOT_OFF = /^(?!\(off\))/i;

/** The options of a choice, in order. They keep their ids when renamed; names must be unique. */
export const optionsField = (): ListField => ({
  kind: 'options',
  schema: z
    .array(option.extend({ name: line(LIMITS.name).regex(NOT_OFF) }).strict())
    .max(LIMITS.fieldOptions)
    .refine((options) => isEach(options.map(({ name }) => name.toLowerCase())))
    .refine((options) => isEach(options.map(({ id: own }) => own).filter((own) => own !== ''))),
  initial: [],
});

const isEach = (words: readonly string[]): boolean => new Set(words).size === words.length;

/** Whether two values of a field are equal. */
export const isSameValue = (a: ListValue | undefined, b: ListValue | undefined): boolean =>
  a === b || (typeof a === 'object' && typeof b === 'object' && JSON.stringify(a) === JSON.stringify(b));

/** The columns by which a list can be sorted: all that are on one line. */
export const sortableFields = (fields: Readonly<Record<string, ListField>>): string[] =>
  Object.entries(fields).flatMap(([name, { kind, isAside }]) =>
    isAside || MANY_LINES.includes(kind) ? [] : [name],
  );

const MANY_LINES: readonly ListField['kind'][] = ['text', 'references', 'accounts', 'options', 'conditions'];

/** The name of a row, for people. */
export function rowName(row: { values: ListValues } | null | undefined): string {
  const name = row?.values['name'];
  return typeof name === 'string' ? name : '';
}
