import { z } from 'zod';
import { fieldFilters } from '../custom-fields/custom-field-filter.ts';
import { CUSTOMER_SORTS } from './customers.ts';
import { endpoint } from '../kit/endpoint.ts';
import { LIMITS } from '../kit/limits.ts';
import { id, idText, timestamp } from '../kit/shapes.ts';

/** The targets of a file's columns, besides custom fields of customers (`field:<id>`). */
export const CUSTOMER_IMPORT_COLUMNS = ['name', 'company', 'note', 'language', 'email', 'phone'] as const;
export type CustomerImportColumn = (typeof CUSTOMER_IMPORT_COLUMNS)[number] | `field:${number}`;

/** Why a line cannot be imported; screens have a text for each. */
export const CUSTOMER_IMPORT_PROBLEMS = [
  'unreadable',
  'too_many_cells',
  'missing',
  'too_long',
  'invalid',
  'no_option',
  'two_customers',
] as const;
export type CustomerImportProblem = (typeof CUSTOMER_IMPORT_PROBLEMS)[number];

/** What an invalid cell should contain; screens tell how to write it. */
export const EXPECTED_CELL_CONTENTS = [
  'number',
  'date',
  'date_time',
  'check',
  'link',
  'email',
  'phone',
  'language',
] as const;
export type ExpectedCellContent = (typeof EXPECTED_CELL_CONTENTS)[number];

export const CUSTOMER_IMPORT_STATES = [
  'mapping',
  'checking',
  'checked',
  'importing',
  'done',
  'stopped',
  'failed',
  'undoing',
  'undone',
] as const;

/** For how long an import can be undone. */
export const IMPORT_UNDO_HOURS = 24;

const column = z.union([z.enum(CUSTOMER_IMPORT_COLUMNS), z.string().regex(/^field:\d{1,15}$/)]);

export const customerImport = z.object({
  id,
  file_name: z.string(),
  state: z.enum(CUSTOMER_IMPORT_STATES),
  /** The names of the columns, and the first lines of the file. */
  head: z.array(z.string()),
  sample: z.array(z.array(z.string())),
  /** The target of each column; null: not imported. */
  mapping: z.array(column.nullable()),
  /** What happens to a line whose address belongs to an existing customer. */
  existing: z.enum(['update', 'skip']),
  /** The share of the file that was read, from 0 to 1. */
  progress: z.number(),
  rows: z.number().int(),
  created: z.number().int(),
  changed: z.number().int(),
  /** Existing customers that are the same as in the file, or are not to be updated. */
  unchanged: z.number().int(),
  /** The first problems. */
  problems: z.array(
    z.object({
      line: z.number().int(),
      /** The column's name in the file; a missing required column has its own name. */
      column: z.string().nullable(),
      problem: z.enum(CUSTOMER_IMPORT_PROBLEMS),
      /** The content of the cell, shortened. */
      value: z.string().optional(),
      wanted: z.enum(EXPECTED_CELL_CONTENTS).optional(),
      /** The first of the possible choices. */
      choices: z.array(z.string()).optional(),
    }),
  ),
  /** Lines that are not imported. */
  problem_count: z.number().int(),
  created_at: timestamp,
  ended_at: timestamp.nullable(),
  /** Whether it was completed less than a day ago, and not undone. */
  can_undo: z.boolean(),
  /** The progress of undoing it; null before. */
  undo: z
    .object({
      total: z.number().int(),
      done: z.number().int(),
      /** Customers that were created and are deleted, and those that are restored. */
      removed: z.number().int(),
      restored: z.number().int(),
      /** Customers that are kept: they have tickets, calls or chats by now, or were changed since. */
      has_tickets: z.number().int(),
      changed_since: z.number().int(),
    })
    .nullable(),
});
export type CustomerImport = z.infer<typeof customerImport>;

const one = z.object({ data: customerImport });
const byId = z.object({ id: idText });

export const uploadCustomerImport = endpoint({
  method: 'POST',
  path: '/api/customers/imports',
  permission: 'CUSTOMERS:IMPORT',
  summary: 'Upload a CSV file of customers. Nothing is imported until its columns are mapped.',
  response: one,
  upload: true,
  perMinute: 20,
});

export const listCustomerImports = endpoint({
  method: 'GET',
  path: '/api/customers/imports',
  permission: 'CUSTOMERS:IMPORT',
  summary: 'Your last imports, latest first.',
  response: z.object({ data: z.array(customerImport) }),
});

export const getCustomerImport = endpoint({
  method: 'GET',
  path: '/api/customers/imports/:id',
  permission: 'CUSTOMERS:IMPORT',
  summary: 'One of your imports: its progress, and the errors by line.',
  params: byId,
  response: one,
});

export const checkCustomerImport = endpoint({
  method: 'POST',
  path: '/api/customers/imports/:id/check',
  permission: 'CUSTOMERS:IMPORT',
  summary: 'Map the columns, and check every line without storing anything.',
  params: byId,
  body: z.strictObject({
    mapping: z.array(column.nullable()).max(200),
    existing: z.enum(['update', 'skip']),
  }),
  response: one,
});

export const applyCustomerImport = endpoint({
  method: 'POST',
  path: '/api/customers/imports/:id/apply',
  permission: 'CUSTOMERS:IMPORT',
  summary: 'Import what was checked. Lines with errors are skipped.',
  params: byId,
  response: one,
});

export const stopCustomerImport = endpoint({
  method: 'POST',
  path: '/api/customers/imports/:id/stop',
  permission: 'CUSTOMERS:IMPORT',
  summary: 'Stop an import. What it has imported so far is kept.',
  params: byId,
  response: one,
});

export const undoCustomerImport = endpoint({
  method: 'POST',
  path: '/api/customers/imports/:id/undo',
  permission: 'CUSTOMERS:IMPORT',
  summary:
    'Undo an import within a day: added customers are removed, updated ones restored. Customers who have tickets by then, or were changed since, are kept. Progress is sent as `customer-import-changed`.',
  params: byId,
  response: one,
});

export const exportCustomers = endpoint({
  method: 'GET',
  path: '/api/customers/export',
  permission: 'CUSTOMERS:EXPORT',
  summary:
    'Customers as CSV, as the list shows them. Cells that a spreadsheet would calculate begin with an apostrophe.',
  query: z.strictObject({
    q: z.string().max(LIMITS.search).optional(),
    where: fieldFilters.optional(),
    sort: z.enum(CUSTOMER_SORTS).default('name'),
  }),
  response: z.unknown(),
  download: true,
});

export const customerImportEvents = {
  'customer-import-changed': customerImport,
  /** So many customers were created or changed: lists are to be fetched again. */
  'customers-imported': z.object({ count: z.number().int() }),
};
