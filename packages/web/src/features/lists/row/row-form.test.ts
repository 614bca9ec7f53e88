import { ApiError, type ApiErrorCode } from '#shared/api/api-error.ts';
import { LISTS, type ListRow } from '@trunkline/contract';
import { expect, it } from 'vitest';
import {
  changesOf,
  differencesOf,
  formOf,
  isChanged,
  merge,
  problemsOf,
  refusalOf,
  withFieldTyped,
} from './row-form.ts';

const { fields } = LISTS.priorities;
const base: ListRow = {
  id: 3,
  version: 1,
  position: 3,
  is_active: true,
  is_used: true,
  values: {
    name: 'Normal',
    first_response_minutes: 60,
    next_response_minutes: null,
    resolution_minutes: null,
    is_default: true,
  },
};
const typed = (values: Record<string, string | boolean>) => {
  const form = formOf(fields, base);
  return { ...form, values: { ...form.values, ...values } };
};
const refused = (code: ApiErrorCode, details?: unknown) =>
  refusalOf(new ApiError({ code, message: code, details }));

it('sends only what was changed, as the server takes it', () => {
  expect(isChanged(fields, formOf(fields, base), base)).toBe(false);
  const form = {
    ...typed({ name: ' Usual ', first_response_minutes: '', resolution_minutes: '90' }),
    is_active: false,
  };
  expect(changesOf(fields, form, base)).toEqual({
    values: { name: 'Usual', first_response_minutes: null, resolution_minutes: 90 },
    is_active: false,
  });
});

it('asks a macro for an action, whichever', () => {
  const form = formOf(LISTS.macros.fields, null);
  const problems = (values: object) =>
    problemsOf(LISTS.macros, { ...form, values: { ...form.values, name: 'Close', ...values } });
  expect(problems({})).toEqual({ reply: 'idle' });
  expect(problems({ reply: '  ', sends_at_once: true })).toEqual({ reply: 'idle' });
  expect(problems({ status: 'solved' })).toEqual({});
});

it('sends all of a new one', () => {
  const form = formOf(LISTS.templates.fields, null);
  const { values } = changesOf(
    LISTS.templates.fields,
    { ...form, values: { ...form.values, media_id: '6' } },
    null,
  );
  expect(values).toMatchObject({ language: 'en', media_id: 6, department_id: null });
});

it('names the fields that the server would refuse', () => {
  expect(problemsOf(LISTS.priorities, typed({ name: ' ', resolution_minutes: '0' }))).toEqual({
    name: 'required',
    resolution_minutes: 'invalid',
  });
  // A name in which nothing can be seen is an empty one.
  expect(problemsOf(LISTS.priorities, typed({ name: '\u200B\u2060' }))).toMatchObject({ name: 'required' });
  const template = formOf(LISTS.templates.fields, null);
  const values = { ...template.values, name: 'a', shortcut: 'two words', body: 'x' };
  expect(problemsOf(LISTS.templates, { ...template, values })).toEqual({ shortcut: 'invalid' });
});

it('puts mine on top of what somebody else has made of it, field by field', () => {
  const current = {
    ...base,
    version: 2,
    is_active: false,
    values: { ...base.values, name: 'Usual', is_default: false },
  };
  const merged = merge(fields, typed({ resolution_minutes: '90' }), { base, current });
  expect(merged).toEqual({
    values: {
      name: 'Usual',
      first_response_minutes: '60',
      next_response_minutes: '',
      resolution_minutes: '90',
      is_default: false,
    },
    is_active: false,
  });
  expect(differencesOf(fields, merged, current)).toEqual([
    { field: 'resolution_minutes', now: null, mine: 90 },
  ]);
});

it('shows a refusal at its field, or says what it is', () => {
  expect(refused('duplicate', { path: 'values.name', id: 4 })).toEqual({
    kind: 'fields',
    problems: { name: 'taken' },
  });
  expect(refused('conflict', { path: 'values.is_default' })).toEqual({
    kind: 'fields',
    problems: { is_default: 'one-only' },
  });
  expect(refused('invalid', [{ path: 'values.name', message: '' }])).toEqual({
    kind: 'fields',
    problems: { name: 'invalid' },
  });
  const current = { ...base, version: 2 };
  expect(refused('stale', { current, changes: [] })).toMatchObject({ kind: 'stale', stale: { current } });
  expect([refused('offline'), refused('not_found'), refused('internal'), refusalOf(new Error('x'))]).toEqual([
    { kind: 'offline' },
    { kind: 'missing' },
    { kind: 'failed' },
    { kind: 'failed' },
  ]);
});

it('proposes a short name from the name until somebody writes their own', () => {
  const { fields: custom } = LISTS.custom_fields;
  const start = formOf(custom, null);
  const named = withFieldTyped(custom, start, ['name', 'Numéro de commande 2']);
  expect(named.values['key']).toBe('numero_de_commande_2');
  expect(withFieldTyped(custom, named, ['name', '1. Order']).values['key']).toBe('order');
  const own = withFieldTyped(custom, named, ['key', 'order_no']);
  expect(withFieldTyped(custom, own, ['name', 'Order number']).values['key']).toBe('order_no');
});

it('asks for what goes with the other fields only', () => {
  const list = LISTS.custom_fields;
  const form = withFieldTyped({}, formOf(list.fields, null), ['name', 'Size']);
  const problems = (values: object) => problemsOf(list, { ...form, values: { ...form.values, ...values } });
  expect(problems({ key: 'size' })).toEqual({});
  expect(problems({ key: 'size', kind: 'choice' })).toEqual({ options: 'required' });
  expect(problems({ key: 'size', entity: 'customer', required: 'solve' })).toEqual({ required: 'invalid' });
  const unnamed = [{ id: '', name: ' ', is_active: true }];
  expect(problems({ key: 'size', kind: 'choice', options: unnamed })).toEqual({ options: 'invalid' });
  expect(problems({ key: 'size', kind: 'line', options: unnamed })).toEqual({});
});
