import { createTicket, type CustomField } from '@trunkline/contract';
import { expect, it } from 'vitest';
import { bodyOf, emptyForm, missingIn } from './create-form.ts';

const customer = { id: 9, name: 'Dewi Lestari', company: '' };

it('says what is missing before it is sent', () => {
  expect(Object.keys(missingIn(emptyForm('key-00000001', {}), []))).toEqual([
    'customer',
    'subject',
    'department_id',
  ]);
  expect(
    missingIn({ ...emptyForm('key-00000001', { departmentId: 2 }), customer, subject: 'Refund' }, []),
  ).toEqual({});
});

it('makes a request that the contract takes, without the fields that were left alone', () => {
  const body = bodyOf(
    {
      ...emptyForm('key-00000001', { departmentId: 2 }),
      customer,
      subject: ' Refund ',
      type_id: '4',
      tags: ['vip'],
    },
    [],
  );
  expect(createTicket.body.parse(body)).toEqual({
    client_key: 'key-00000001',
    customer_id: 9,
    subject: 'Refund',
    department_id: 2,
    fields: {},
    media_id: 1,
    type_id: 4,
    tags: ['vip'],
    note: '',
  });
});

const field = (id: number, more: Partial<CustomField> = {}): CustomField => ({
  id,
  name: `Field ${id}`,
  key: `field_${id}`,
  entity: 'ticket',
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

it('asks for the custom fields of the chosen type, and sends theirs only', () => {
  const fields = [field(1, { required: 'create' }), field(2, { kind: 'number', type_ids: [4] })];
  const form = { ...emptyForm('key-00000001', { departmentId: 2 }), customer, subject: 'Refund' };
  expect(missingIn(form, fields)).toEqual({ fields: { 1: 'required' } });
  const typed = { ...form, fields: { 1: ' A-7 ', 2: 'many' } };
  expect(missingIn(typed, fields)).toEqual({});
  expect(bodyOf(typed, fields).fields).toEqual({ 1: 'A-7' });
  expect(missingIn({ ...typed, type_id: '4' }, fields)).toEqual({ fields: { 2: 'invalid' } });
  const right = { ...typed, type_id: '4', fields: { ...typed.fields, 2: '12.5' } };
  expect(bodyOf(right, fields).fields).toEqual({ 1: 'A-7', 2: 12.5 });
});
