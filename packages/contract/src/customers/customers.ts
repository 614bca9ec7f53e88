import { z } from 'zod';
import { language } from '../kit/codes.ts';
import { fieldFilters } from '../custom-fields/custom-field-filter.ts';
import { answerChanges, answers } from '../custom-fields/custom-fields.ts';
import { endpoint } from '../kit/endpoint.ts';
import { LIMITS } from '../kit/limits.ts';
import { cursor, id, idText, line, text, timestamp } from '../kit/shapes.ts';

export const IDENTITY_KINDS = ['email', 'phone', 'whatsapp', 'facebook', 'instagram', 'visitor'] as const;
export const identityKind = z.enum(IDENTITY_KINDS);
export type IdentityKind = z.infer<typeof identityKind>;

export const identity = z.object({ id, kind: identityKind, value: z.string(), is_verified: z.boolean() });
/** The identities that people enter; the others come from their channels. */
export const identityInput = z.strictObject({
  kind: z.enum(['email', 'phone']),
  value: line(LIMITS.identity),
});

export const customer = z.object({
  id,
  name: z.string(),
  company: z.string(),
  note: z.string(),
  language,
  identities: z.array(identity),
  /** Answers to custom fields. */
  fields: answers,
  /** The figures count the tickets that the caller may see. */
  open_tickets: z.number().int(),
  total_tickets: z.number().int(),
  last_contact_at: timestamp.nullable(),
  created_at: timestamp,
  version: z.number().int(),
});
export type Customer = z.infer<typeof customer>;

export const CUSTOMER_SORTS = ['name', 'last_contact', 'created'] as const;

export const listCustomers = endpoint({
  method: 'GET',
  path: '/api/customers',
  permission: 'CUSTOMERS:VIEW',
  summary:
    'Customers, searched by name, company or identity. `where` filters by custom fields: a JSON text of `[{ "field": "field:12", "op": "is", "value": "3" }]`.',
  query: z.strictObject({
    q: z.string().max(LIMITS.search).optional(),
    where: fieldFilters.optional(),
    sort: z.enum(CUSTOMER_SORTS).default('last_contact'),
    cursor: cursor.optional(),
    limit: z.coerce.number().int().min(1).max(LIMITS.pageSize).default(50),
  }),
  response: z.object({ data: z.array(customer), next: cursor.nullable() }),
});

export const getCustomer = endpoint({
  method: 'GET',
  path: '/api/customers/:id',
  permission: 'CUSTOMERS:VIEW',
  summary: 'One customer.',
  params: z.object({ id: idText }),
  response: z.object({ data: customer }),
});

const fields = {
  name: line(LIMITS.name),
  company: text(LIMITS.name),
  note: text(LIMITS.visitorBody),
  language,
  identities: z.array(identityInput).max(20),
};

export const createCustomer = endpoint({
  method: 'POST',
  path: '/api/customers',
  permission: 'CUSTOMERS:CREATE',
  summary: 'Create a customer. An identity of another customer is refused, with who that is.',
  body: z.strictObject({
    name: fields.name,
    company: fields.company.default(''),
    note: fields.note.default(''),
    language: fields.language.default('en'),
    identities: fields.identities.default([]),
    fields: answerChanges.default({}),
  }),
  response: z.object({ data: customer }),
});

export const updateCustomer = endpoint({
  method: 'PATCH',
  path: '/api/customers/:id',
  permission: 'CUSTOMERS:EDIT',
  summary:
    'Change a customer. `identities` replaces the typed ones (e-mail, phone). A stale version is refused.',
  params: z.object({ id: idText }),
  body: z.strictObject({
    version: z.number().int(),
    name: fields.name.optional(),
    company: fields.company.optional(),
    note: fields.note.optional(),
    language: fields.language.optional(),
    identities: fields.identities.optional(),
    fields: answerChanges.optional(),
  }),
  response: z.object({ data: customer }),
});

export const customerEvents = { 'customer-changed': customer };
