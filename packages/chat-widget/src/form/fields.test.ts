import { describe, expect, it } from 'vitest';
import { check, serverProblemsOf, contentOf, fieldsOf } from './fields.ts';

const custom = (
  id: number,
  kind: 'number' | 'date_time' | 'choices' | 'check',
  entity: 'ticket' | 'customer',
) => ({
  id,
  kind,
  entity,
  hint: '',
  name: `Field ${id}`,
  options: [{ id: '1', name: 'One' }],
  required: kind === 'check',
});
const fields = fieldsOf({
  asked: [
    { field: 'subject', required: false },
    { field: 'email', required: true },
    { field: 'phone', required: false },
  ],
  custom: [
    custom(1, 'number', 'ticket'),
    custom(2, 'date_time', 'customer'),
    custom(3, 'choices', 'ticket'),
    custom(4, 'check', 'ticket'),
  ],
});

describe('the fields of a form', () => {
  it('stand in one order: who, what about, and the message last', () => {
    expect(fields.map(({ name }) => name)).toEqual([
      'name',
      'email',
      'phone',
      'field-2',
      'subject',
      'field-1',
      'field-3',
      'field-4',
      'message',
    ]);
  });

  it('complain about what is missing or impossible, and about nothing else', () => {
    expect(check(fields, {})).toEqual({
      name: 'missing',
      email: 'missing',
      'field-4': 'missing',
      message: 'missing',
    });
    const wrong = { name: ' ', email: 'rina@', phone: 'call me', 'field-1': 'many', 'field-2': 'soon' };
    expect(check(fields, { ...wrong, message: 'x'.repeat(4001), 'field-4': false })).toEqual({
      name: 'missing',
      email: 'email',
      phone: 'phone',
      message: 'long',
      'field-1': 'number',
      'field-2': 'date',
      'field-4': 'missing',
    });
    const right = { name: 'Rina', email: 'rina@mail.example', message: 'Hello', 'field-4': true };
    expect(check(fields, { ...right, 'field-1': '1,5', 'field-3': [] })).toEqual({});
  });

  it('are sent as the server takes them, without what was left empty', () => {
    const values = { name: ' Rina ', email: 'rina@mail.example', phone: ' ', message: 'Hello\nthere' };
    const answers = { 'field-1': '1,5', 'field-2': '2026-11-23T10:00', 'field-3': ['1'], 'field-4': true };
    expect(contentOf(fields, { ...values, ...answers })).toEqual({
      name: 'Rina',
      email: 'rina@mail.example',
      message: 'Hello\nthere',
      fields: { 1: 1.5, 2: new Date('2026-11-23T10:00').toISOString(), 3: ['1'], 4: true },
    });
  });

  it('show what the server complained about', () => {
    const details = [
      { path: 'fields.3', message: '', problem: 'no_option' },
      { path: 'fields.1', message: '', problem: 'required' },
      { path: 'email', message: 'Invalid email' },
    ];
    expect(serverProblemsOf(details)).toEqual({ 'field-3': 'wrong', 'field-1': 'missing', email: 'email' });
    expect(serverProblemsOf('Something else')).toEqual({});
  });
});
