import { z } from 'zod';
import type { ListKind } from '../kit/codes.ts';
import { readDay, readWeek, writeDay, writeWeek } from '../kit/hours-text.ts';
import { LIMITS } from '../kit/limits.ts';
import { id, line, option, text, type Option } from '../kit/shapes.ts';
import { whereText } from '../tickets/ticket-conditions.ts';
import { timeZone } from '../kit/time-zone.ts';

/** What stands in one field of a row of a list. */
export type ListValue = string | number | boolean | null | number[] | Option[];
/** The fields of a row by name. */
export type ListValues = Record<string, ListValue>;

type Schema = z.ZodType<ListValue, ListValue>;
type Common = {
  schema: Schema;
  /** What a new row begins with; without one it has to be said. */
  initial?: ListValue;
  /** It can't change any more once the row is in use. */
  isFixed?: boolean;
  /** A form proposes it from what this field says, in small letters and `_`. */
  from?: string;
  /** Asked for in the form, and no column of the table. */
  isAside?: boolean;
  /** Left open it changes nothing, where others then fit everything. */
  keeps?: boolean;
  /** Left open it is none, where others then fit everything. */
  isNone?: boolean;
};
/** One column of a list: what it takes, and what a form needs to know to ask for it. */
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

/** One line that has to be filled in; of these characters only, where a pattern is given. */
export const lineField = (max: number, pattern?: RegExp, more: Pick<Common, 'from'> = {}): ListField => ({
  kind: 'line',
  schema: pattern ? line(max).regex(pattern) : line(max),
  max,
  ...more,
});

/** Several lines; they have to be filled in, unless they may be left out. */
export function textField(max: number, { isOptional = false }: { isOptional?: boolean } = {}): ListField {
  if (isOptional) return { kind: 'text', schema: text(max), initial: '', max, isOptional };
  return { kind: 'text', schema: text(max).refine((value) => value.trim() !== ''), max, isOptional };
}

/** One line that may be empty. */
export const optionalLine = (max: number): ListField => ({
  kind: 'line',
  schema: z.string().max(max).trim(),
  initial: '',
  max,
});

/** A step of something: asked for in the form only, and left open it changes nothing. */
export const step = (field: ListField): ListField => ({ ...field, isAside: true, keeps: true });

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
  { isOptional = false, isFixed = false }: { isOptional?: boolean; isFixed?: boolean } = {},
): ListField {
  const schema = z.literal([...choices]);
  const initial = isOptional ? null : (choices[0] ?? null);
  const asked = isOptional ? schema.nullable() : schema;
  return { kind: 'choice', schema: asked, initial, choices, isOptional, isFixed };
}

/** A row of another list, by its id. */
export function referenceField(
  to: ListKind,
  { isOptional = false }: { isOptional?: boolean } = {},
): ListField {
  if (!isOptional) return { kind: 'reference', schema: id, to, isOptional };
  return { kind: 'reference', schema: id.nullable(), initial: null, to, isOptional };
}

/** Somebody who works here, by their id, or nobody. */
export const personField = (): ListField => ({ kind: 'person', schema: id.nullable(), initial: null });

const severalIds = z
  .array(id)
  .max(LIMITS.listPage)
  .refine((ids) => new Set(ids).size === ids.length);

/** Any number of rows of another list, by their ids. */
export const referencesField = (to: ListKind): ListField => ({
  kind: 'references',
  schema: severalIds,
  initial: [],
  to,
});

/** Any number of channel accounts, by their ids. */
export const accountsField = (): ListField => ({ kind: 'accounts', schema: severalIds, initial: [] });

/** Conditions on a ticket as JSON text, of which all must hold; with nobody in them who asks. */
export const conditionsField = (): ListField => ({
  kind: 'conditions',
  schema: z.string().refine((written) => {
    const read = whereText.safeParse(written);
    return read.success && !read.data.some(({ value }) => Array.isArray(value) && value.includes('me'));
  }),
  initial: '[]',
  isAside: true,
});

/** Left open it is none. */
export const orNone = (field: ListField): ListField => ({ ...field, isNone: true });

// In a file it says that an option is switched off.
const NOT_OFF = /^(?!\(off\))/i;

/** What can be chosen, in order. Options keep their id when they are renamed; no two have the same name. */
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

/** Are two values of a field the same? */
export const isSameValue = (a: ListValue | undefined, b: ListValue | undefined): boolean =>
  a === b || (typeof a === 'object' && typeof b === 'object' && JSON.stringify(a) === JSON.stringify(b));

/** Columns by which a list can be sorted: everything that stands on one line. */
export const sortableFields = (fields: Readonly<Record<string, ListField>>): string[] =>
  Object.entries(fields).flatMap(([name, { kind, isAside }]) =>
    isAside || MANY_LINES.includes(kind) ? [] : [name],
  );

const MANY_LINES: readonly ListField['kind'][] = ['text', 'references', 'accounts', 'options', 'conditions'];

/** What people call a row. */
export function rowName(row: { values: ListValues } | null | undefined): string {
  const name = row?.values['name'];
  return typeof name === 'string' ? name : '';
}
