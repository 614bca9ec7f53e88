import type { CustomField } from '@trunkline/contract';
import { describe, expect, it } from 'vitest';
import { changesOf, differences, formOf, mergeForm, problemsIn, type CustomerForm } from './customer-form.ts';
import { testCustomer } from '../test-customers.ts';

const dewi = testCustomer(4, {
  name: 'Dewi Lestari',
  identities: [
    { id: 11, kind: 'email', value: 'dewi@example.com', is_verified: true },
    { id: 12, kind: 'whatsapp', value: '628123', is_verified: true },
  ],
});

const withValue = (kind: 'email' | 'phone', value: string): CustomerForm => ({
  ...formOf(dewi, 'en'),
  identities: [{ key: 1, kind, value }],
});

describe('the customer form', () => {
  it('shows only the addresses that people type', () => {
    expect(formOf(dewi, 'en').identities).toEqual([{ key: 11, kind: 'email', value: 'dewi@example.com' }]);
  });

  it.each([
    ['email', 'dewi@example.com', undefined],
    ['email', 'dewi@example', 'email'],
    ['email', ' ', 'empty'],
    ['phone', '+62 812-345-678', undefined],
    ['phone', '12', 'phone'],
    ['phone', 'call me', 'phone'],
  ] as const)('%s "%s" → %s', (kind, value, problem) => {
    expect(problemsIn(withValue(kind, value), [], dewi)[0]?.problem).toBe(problem);
  });

  it('finds what stands there twice, however it is written', () => {
    const form = {
      ...formOf(null, 'en'),
      name: 'A',
      identities: [1, 2].map((key) => ({
        key,
        kind: 'phone' as const,
        value: key === 1 ? '+62 812 345' : '+62812345',
      })),
    };
    expect(problemsIn(form, [], null)).toEqual([{ path: 'identities.2', problem: 'twice' }]);
  });

  it.each(['  ', '\u200B', '\u2060\uFEFF'])('wants a name that can be seen: %j', (name) => {
    expect(problemsIn({ ...formOf(null, 'en'), name }, [], null)).toEqual([
      { path: 'name', problem: 'required' },
    ]);
  });

  it('sends only what has changed', () => {
    expect(changesOf(formOf(dewi, 'en'), dewi, [])).toEqual({});
    expect(changesOf({ ...formOf(dewi, 'en'), company: ' PT Maju ' }, dewi, [])).toEqual({
      company: 'PT Maju',
    });
    expect(changesOf({ ...formOf(dewi, 'en'), identities: [] }, dewi, [])).toEqual({ identities: [] });
  });

  it('tells what is there now from what was typed', () => {
    const current = { ...dewi, company: 'PT Maju', version: 2 };
    expect(differences({ ...formOf(dewi, 'en'), note: 'VIP' }, current, [])).toEqual([
      { field: 'company', now: 'PT Maju', mine: '' },
      { field: 'note', now: '', mine: 'VIP' },
    ]);
  });

  it('keeps what was typed and takes the rest as it is now', () => {
    const current = { ...dewi, company: 'PT Maju', note: 'from a colleague', version: 2 };
    const merged = mergeForm({ ...formOf(dewi, 'en'), note: 'VIP' }, { base: dewi, current, fields: [] });
    expect(merged).toMatchObject({ name: 'Dewi Lestari', company: 'PT Maju', note: 'VIP' });
    expect(changesOf(merged, current, [])).toEqual({ note: 'VIP' });
  });

  it('holds custom fields: what is touched is checked and sent, and stands beside what is saved', () => {
    const field = (id: number, more: Partial<CustomField>): CustomField => ({
      id,
      name: `Field ${id}`,
      key: `field_${id}`,
      entity: 'customer',
      kind: 'line',
      options: [],
      required: 'never',
      type_ids: [],
      category_ids: [],
      in_list: false,
      hint: '',
      is_active: true,
      ...more,
    });
    const fields = [field(1, { required: 'create' }), field(2, { kind: 'number' })];
    const empty = { ...formOf(null, 'en'), name: 'Ayu' };
    expect(problemsIn(empty, fields, null)).toEqual([{ path: 'fields.1', problem: 'required' }]);
    // An existing customer without the required answer can still be saved.
    expect(problemsIn(formOf(dewi, 'en'), fields, dewi)).toEqual([]);
    const typed = { ...formOf(dewi, 'en'), fields: { 1: 'gold', 2: 'x' } };
    expect(problemsIn(typed, fields, dewi)).toEqual([{ path: 'fields.2', problem: 'invalid' }]);
    const right = { ...typed, fields: { 1: 'gold', 2: '7' } };
    expect(changesOf(right, dewi, fields)).toEqual({ fields: { 1: 'gold', 2: 7 } });
    const current = { ...dewi, fields: { 1: 'silver', 2: 7 }, version: 2 };
    const merged = mergeForm(right, { base: dewi, current, fields });
    expect(differences(merged, current, fields)).toMatchObject([
      { field: { id: 1 }, now: 'silver', mine: 'gold' },
    ]);
    expect(changesOf(merged, current, fields)).toEqual({ fields: { 1: 'gold' } });
  });
});
