import type { Customer } from '@trunkline/contract';

/** A customer for tests. */
export function testCustomer(id: number, rest: Partial<Customer> = {}): Customer {
  return {
    id,
    name: `Customer ${id}`,
    company: '',
    note: '',
    language: 'en',
    identities: [],
    fields: {},
    open_tickets: 0,
    total_tickets: 0,
    last_contact_at: `2026-11-20T10:${String(id).padStart(2, '0')}:00.000Z`,
    created_at: '2026-01-01T00:00:00.000Z',
    version: 1,
    ...rest,
  };
}
