import { createTicket } from '@trunkline/contract';
import { expect, it } from 'vitest';
import { bodyOf, emptyForm, missingIn } from './create-form.ts';

const customer = { id: 9, name: 'Dewi Lestari', company: '' };

it('says what is missing before it is sent', () => {
  expect(Object.keys(missingIn(emptyForm('key-00000001', {})))).toEqual([
    'customer',
    'subject',
    'department_id',
  ]);
  expect(
    missingIn({ ...emptyForm('key-00000001', { departmentId: 2 }), customer, subject: 'Refund' }),
  ).toEqual({});
});

it('makes a request that the contract takes, without the fields that were left alone', () => {
  const body = bodyOf({
    ...emptyForm('key-00000001', { departmentId: 2 }),
    customer,
    subject: ' Refund ',
    type_id: '4',
    tags: ['vip'],
  });
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
