import { ApiError } from '#shared/api/api-error.ts';
import { saveFailure } from '#shared/forms/save-failure.ts';
import {
  invalidDetails,
  hasNoAction,
  isSameValue,
  onOneLine,
  staleRowDetails,
  type SettingsList,
  type ListField,
  type ListRow,
  type ListValue,
  type ListValues,
  type Option,
} from '@trunkline/contract';
import { z } from 'zod';

/** A typed value: a text, a checkbox, selected ids, or options. */
export type FieldInput = string | boolean | number[] | Option[];
/** Typed values by field. */
export type RowForm = { values: Record<string, FieldInput>; is_active: boolean };
export type FieldProblem = 'required' | 'invalid' | 'idle' | 'taken' | 'gone' | 'one-only' | 'used';
export type Problems = Readonly<Record<string, FieldProblem>>;
export type StaleRowDetails = z.infer<typeof staleRowDetails>;

/** What a refused save means for the form. */
export type SaveRefusal =
  | { kind: 'stale'; stale: StaleRowDetails }
  | { kind: 'fields'; problems: Problems }
  | { kind: 'offline' | 'missing' | 'full' | 'failed' };

type Fields = SettingsList['fields'];

/** Returns the form of a row; a new row is active unless its list says otherwise. */
export function formOf(fields: Fields, row: ListRow | null, isOn = true): RowForm {
  const values = Object.entries(fields).map(([name, field]) => {
    const value = row ? (row.values[name] ?? null) : (field.initial ?? null);
    return [name, typedOf(value)] as const;
  });
  return { values: Object.fromEntries(values), is_active: row?.is_active ?? isOn };
}

function typedOf(value: ListValue): FieldInput {
  if (value === null) return '';
  return typeof value === 'number' ? String(value) : value;
}

/** Returns the form with one field changed. A field whose value is proposed from it follows, until the user edits it. */
export function withFieldTyped(fields: Fields, form: RowForm, [name, value]: [string, FieldInput]): RowForm {
  const before = form.values[name];
  const proposed = Object.entries(fields).flatMap(([other, { from, ...field }]) => {
    const isOwn = form.values[other] !== '' && form.values[other] !== proposalOf(field, before);
    return from === name && !isOwn ? [[other, proposalOf(field, value)] as const] : [];
  });
  return { ...form, values: { ...form.values, ...Object.fromEntries(proposed), [name]: value } };
}

function proposalOf(
  field: Pick<ListField, 'kind'> & { max?: number },
  typed: FieldInput | undefined,
): string {
  if (typeof typed !== 'string') return '';
  const plain = typed.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
  const word = plain.replace(/[^a-z0-9]+/g, '_').replace(/^[_0-9]+|_+$/g, '');
  return word.slice(0, field.max);
}

const AS_TYPED: readonly ListField['kind'][] = ['text', 'hours', 'conditions'];

/** Returns a typed value as the server takes it. */
export function valueOf(field: ListField, typed: FieldInput): ListValue {
  if (typeof typed !== 'string') return typed;
  if (field.kind === 'line') return onOneLine(typed);
  if (AS_TYPED.includes(field.kind)) return typed;
  if (typed.trim() === '') return null;
  if (field.kind === 'choice') return field.choices.find((choice) => String(choice) === typed) ?? typed;
  if (field.kind === 'date' || field.kind === 'zone') return typed;
  return Number(typed);
}

export const valuesOf = (fields: Fields, form: RowForm): ListValues =>
  Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [name, valueOf(field, form.values[name] ?? '')]),
  );

/** Returns the fields that the server would refuse. */
export function problemsOf(
  { fields, asks, wrong, acts }: Pick<SettingsList, 'fields' | 'asks' | 'wrong' | 'acts'>,
  form: RowForm,
): Problems {
  const bad = Object.entries(fields).flatMap(([name, field]) => {
    const typed = form.values[name] ?? '';
    if (!asks(name, form.values) || field.schema.safeParse(valueOf(field, typed)).success) return [];
    const isEmpty = typeof typed === 'string' && onOneLine(typed) === '';
    return [[name, isEmpty ? 'required' : 'invalid'] as const];
  });
  const mismatched = wrong(form.values).map((name) => [
    name,
    isNone(form.values[name]) ? 'required' : 'invalid',
  ]);
  const [first] = acts;
  const idle = first !== undefined && hasNoAction({ acts }, form.values) && { [first]: 'idle' as const };
  return { ...idle, ...Object.fromEntries(mismatched), ...Object.fromEntries(bad) };
}

const isNone = (typed: FieldInput | undefined): boolean => Array.isArray(typed) && typed.length === 0;

/** Returns what differs from the row; everything for a new one. */
export function changesOf(fields: Fields, form: RowForm, base: ListRow | null) {
  const values = valuesOf(fields, form);
  const changed = Object.entries(values).filter(([name, value]) => !isSameValue(value, base?.values[name]));
  return {
    values: Object.fromEntries(changed),
    ...(form.is_active !== (base?.is_active ?? true) && { is_active: form.is_active }),
  };
}

/** Whether there is anything to save. */
export function isChanged(fields: Fields, form: RowForm, base: ListRow | null, isOn = true): boolean {
  if (!base) return JSON.stringify(form) !== JSON.stringify(formOf(fields, null, isOn));
  const { values, is_active } = changesOf(fields, form, base);
  return is_active !== undefined || Object.keys(values).length > 0;
}

/** Applies the user's changes to the row as somebody else has saved it: fields that were not changed here take the new values. */
export function merge(
  fields: Fields,
  mine: RowForm,
  { base, current }: { base: ListRow; current: ListRow },
): RowForm {
  const [before, now] = [formOf(fields, base), formOf(fields, current)];
  const kept = Object.entries(mine.values).filter(
    ([name, value]) => !isSameValue(value, before.values[name]),
  );
  return {
    values: { ...now.values, ...Object.fromEntries(kept) },
    is_active: mine.is_active === before.is_active ? now.is_active : mine.is_active,
  };
}

export type RowFieldConflict = { field: string; now: ListValue; mine: ListValue };

/** Returns the fields in which form and row differ. */
export function differencesOf(fields: Fields, form: RowForm, current: ListRow): RowFieldConflict[] {
  const mine = valuesOf(fields, form);
  const values = Object.keys(fields)
    .filter((name) => !isSameValue(mine[name], current.values[name]))
    .map((name) => ({ field: name, now: current.values[name] ?? null, mine: mine[name] ?? null }));
  if (form.is_active === current.is_active) return values;
  return [...values, { field: 'is_active', now: current.is_active, mine: form.is_active }];
}

const pathDetails = z.object({ path: z.string() });

export function refusalOf(error: unknown): SaveRefusal {
  if (!(error instanceof ApiError)) return { kind: 'failed' };
  if (saveFailure(error) === 'offline') return { kind: 'offline' };
  const { code, details } = error;
  if (code === 'not_found') return { kind: 'missing' };
  if (code === 'too_large') return { kind: 'full' };
  if (code === 'stale') {
    const stale = staleRowDetails.safeParse(details);
    if (stale.success) return { kind: 'stale', stale: stale.data };
  }
  return fieldRefusal(code, details);
}

const WORDS: Partial<Record<string, FieldProblem>> = {
  duplicate: 'taken',
  conflict: 'one-only',
  invalid: 'invalid',
  invalid_reference: 'gone',
  in_use: 'used',
};

function fieldRefusal(code: string, details: unknown): SaveRefusal {
  const problem = WORDS[code];
  const many = invalidDetails.safeParse(details);
  const one = pathDetails.safeParse(details);
  const paths = many.success ? many.data.map(({ path }) => path) : one.success ? [one.data.path] : [];
  if (!problem || paths.length === 0) return { kind: 'failed' };
  const problems = paths.map((path) => [path.replace(/^values\./, ''), problem] as const);
  return { kind: 'fields', problems: Object.fromEntries(problems) };
}
